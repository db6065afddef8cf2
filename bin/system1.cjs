#!/usr/bin/env node
// Plain old JavaScript, so that an old Node reads it and says so. Node's own exit codes are 0 for a promise that never
// settles and 1 for a throw, and both are answers of this tool: the code is 70 until an answer says otherwise.
'use strict';

process.exitCode = 70;

var fs = require('fs');

/** All of it: a pipe that another process made non-blocking answers EAGAIN while it is full. */
function write(fd, text) {
  var bytes = Buffer.from(text);
  var done = 0;
  while (done < bytes.length) {
    try {
      done += fs.writeSync(fd, bytes, done);
    } catch (error) {
      if (error.code !== 'EAGAIN') throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    }
  }
}

function fail(code, message, hint) {
  try {
    write(2, 'system1: ' + message + '\nhint: ' + hint + '\n');
  } catch (_) {
    // Nobody listens on stderr: the exit code tells.
  }
  process.exit(code);
}

/** A reader that has gone, as in `| true`, is no fault. */
function print(line) {
  try {
    write(1, line + '\n');
  } catch (error) {
    if (error.code !== 'EPIPE') fail(2, 'cannot write to stdout: ' + error.code, 'check where the output goes');
  }
}

/** Starts the program: without the code cache at once, since the loader has nothing to do then. An empty file loads without a word. */
function isStarted() {
  if (process.env.NODE_DISABLE_COMPILE_CACHE) return Object.keys(require('../dist/cli.cjs')).length > 0;
  return require('../dist/loader.cjs').started === true;
}

var wanted = [20, 18, 1];
var version = process.versions.node.split('.').map(Number);
var difference = version[0] - wanted[0] || version[1] - wanted[1] || version[2] - wanted[2];

if (difference < 0) {
  fail(2, 'Node ' + wanted.join('.') + ' or newer is needed, and this is ' + process.versions.node, 'update Node');
} else {
  try {
    if (process.argv.length === 3 && process.argv[2] === '--version') {
      print(JSON.parse(fs.readFileSync(__dirname + '/../package.json', 'utf8')).version);
      process.exit(0);
    }
    if (!isStarted()) throw new Error('a file of it is empty');
  } catch (error) {
    fail(
      70,
      'it could not start: ' + String((error && error.message) || error).split('\n')[0],
      'install it again; in a clone, npm ci builds it',
    );
  }
}
