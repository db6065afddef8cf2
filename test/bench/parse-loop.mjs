// What reading labelled rows costs at the very least: blocks of 256 KiB, lines, JSON.parse.
import { openSync, readSync } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';

const fd = openSync(process.argv[2]);
const decoder = new StringDecoder('utf8');
const block = Buffer.alloc(256 * 1024);
let rest = '';
for (let bytes = readSync(fd, block); bytes > 0; bytes = readSync(fd, block)) {
  const lines = (rest + decoder.write(block.subarray(0, bytes))).split('\n');
  rest = lines.pop();
  for (const line of lines) JSON.parse(line);
}
