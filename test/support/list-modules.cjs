// Preloaded by tests: says at exit which public built-in modules were loaded after Node's own start, and which files of the build.
const before = new Set(process.moduleLoadList);
process.on('exit', () => {
  const names = process.moduleLoadList.filter((name) => !before.has(name) && /^NativeModule (?!internal\/)/.test(name));
  const files = Object.keys(require.cache).filter((name) => /[/\\]dist[/\\]/.test(name));
  const lines = [
    `modules: ${names.map((name) => name.replace('NativeModule ', '')).join(' ')}`,
    `files: ${files.map((name) => name.replace(/.*[/\\]/, '')).join(' ')}`,
  ];
  require('node:fs').writeSync(2, `\n${lines.join('\n')}\n`);
});
