// An engine that stalls where a request's path says, and stays so; prints where it listens, and a port where nobody accepts.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';

const answer = JSON.stringify({
  model: 'bench',
  answers: { decision: { type: 'choice', choice: 'yes', probabilities: { yes: 0.9, no: 0.1 } } },
});
const head = (status, more = '') =>
  `HTTP/1.1 ${status}\r\ncontent-type: application/json\r\n${more}content-length: ${answer.length}\r\n\r\n`;
const whole = head('200 OK') + answer;
const refusal = (more) => head('503 Service Unavailable', more) + answer;

/** What is sent for a path such as `/body/0.37`: the share is of that part. What is not named is never answered. */
const stalls = {
  headers: (socket, share) => socket.write(whole.slice(0, 1 + share * (head('200 OK').length - 2))),
  body: (socket, share) => socket.write(whole.slice(0, head('200 OK').length + share * (answer.length - 1))),
  trickle(socket) {
    let sent = 0;
    const timer = setInterval(() => socket.write(whole.charAt(sent++) || ' '), 25);
    socket.on('close', () => clearInterval(timer));
  },
  refuse: (socket) => socket.write(refusal('')),
  retry: (socket, _share, isFirst) => isFirst && socket.write(refusal('')),
  retryAfter: (socket, _share, isFirst) => isFirst && socket.write(refusal('retry-after: 1\r\n')),
};

const seen = new Set();

const server = createServer((socket) => {
  socket.on('error', () => {});
  let request = '';
  socket.setEncoding('latin1').on('data', (chunk) => {
    request += chunk;
    const [, kind, share, length] = /^POST \/(\w+)\/([\d.]+)[\s\S]*?content-length: (\d+)/i.exec(request) ?? [];
    if (kind === 'unread') return socket.pause();
    const end = request.indexOf('\r\n\r\n');
    if (kind === undefined || end === -1 || request.length < end + 4 + Number(length)) return;
    request = '';
    const key = `${kind}/${share}`;
    stalls[kind]?.(socket, Number(share), !seen.has(key));
    seen.add(key);
  });
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');

// A process that is stopped accepts nothing; once its queue is full, not even the system answers for it.
const program = `require('net').createServer().listen({ port: 0, host: '127.0.0.1', backlog: 8 }, function () {
  console.log(this.address().port);
  process.kill(process.pid, 'SIGSTOP');
})`;
const stopped = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] });
process.on('SIGTERM', () => {
  stopped.kill('SIGKILL');
  process.exit();
});
const [unaccepting] = await once(stopped.stdout, 'data');

console.log(JSON.stringify({ port: server.address().port, unaccepting: Number(unaccepting) }));
