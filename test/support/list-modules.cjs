// Preloaded by tests: says at exit which public built-in modules were loaded after Node's own start.
const before = new Set(process.moduleLoadList);
process.on('exit', () => {
  const names = process.moduleLoadList.filter((name) => !before.has(name) && /^NativeModule (?!internal\/)/.test(name));
  require('node:fs').writeSync(2, `\nmodules: ${names.map((name) => name.replace('NativeModule ', '')).join(' ')}\n`);
});
