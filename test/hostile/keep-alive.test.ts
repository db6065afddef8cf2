// Servers that close kept sockets in the middle of a batch: no row is lost, and none is asked for more often than needed.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { jsonl, numbered, parseRows } from '../support/batch.ts';
import { type Fault, faultServer, response } from '../support/fault-server.ts';
import { engineConfig, type HttpEngine, httpEngines, teams } from '../support/http-engines.ts';
import { runHere } from '../support/run.ts';

const rows = 12;

/** How a server ends a connection over which it has answered once. */
const closings: readonly (readonly [
  name: string,
  afterwards: (socket: Socket) => void,
  onRequest: (socket: Socket) => void,
])[] = [
  ['closes at once', (socket) => void socket.end(), () => {}],
  ['closes soon', (socket) => void setTimeout(() => socket.end(), 1), (socket) => void socket.destroy()],
  ['closes on the next request', () => {}, (socket) => void socket.end()],
  ['resets on the next request', () => {}, (socket) => void socket.resetAndDestroy()],
];

const answersOnce = ({ valid }: HttpEngine, [, afterwards, onRequest]: (typeof closings)[number]): Fault => {
  const used = new Set<Socket>();
  return {
    answers(socket) {
      if (used.has(socket)) return onRequest(socket);
      used.add(socket);
      socket.write(response(valid), () => afterwards(socket));
    },
  };
};

describe.concurrent.each(closings)('a server that %s', (...closing) => {
  it.each(httpEngines.filter(({ wire }) => wire !== 'ollama-tags'))('$name', async (engine) => {
    await using server = await faultServer(answersOnce(engine, closing), engine.beside);
    for (const concurrency of ['1', '4']) {
      const flags = ['--batch', '-', '--concurrency', concurrency, '-p', engine.name];
      const ended = await runHere(['decide', 'Which team?', ...flags, ...teams.flatMap((team) => ['-o', team])], {
        env: { ...engineConfig, ...engine.env(server.url), SYSTEM1_RETRIES: '0' },
        stdin: jsonl(numbered(rows)),
      });
      expect(ended, ended.stderr).toMatchObject({ code: 0 });
      const decided = parseRows(ended.stdout).map(({ id, decision, attempts }) => [id, decision, attempts[0].tries]);
      expect(decided).toEqual(numbered(rows).map(({ id }) => [id, 'billing', 1]));
    }
    // Each row twice at most: over a connection that had gone, and over a new one.
    expect(server.struck.length).toBeLessThanOrEqual(2 * 2 * rows);
    expect(server.sockets.length).toBeGreaterThanOrEqual(2 * rows);
  });
});

it('an error that nobody asked for, such as the 408 of a proxy, gives no row the answer of another', async () => {
  const answers = { 'evil 1': 0.05, 'safe 2': 0.95, 'evil 3': 0.05, 'safe 4': 0.95 };
  let requests = 0;
  let strayed: Socket | null = null;
  let owed = (): void => {};
  const server = createServer(async (request, response) => {
    const body = JSON.parse(await text(request));
    requests += 1;
    const yes = answers[body.state as keyof typeof answers];
    const decision = { type: 'choice', choice: yes > 0.5 ? 'yes' : 'no', probabilities: { yes, no: 1 - yes } };
    const answer = (): void => void response.end(JSON.stringify({ model: 'typed-decisions', answers: { decision } }));
    if (requests === 2) {
      strayed = response.socket;
      strayed?.write('HTTP/1.1 408 Request Timeout\r\ncontent-length: 0\r\n\r\n');
    } else if (response.socket !== strayed) return answer();
    // Over that connection each answer comes when the next request is there.
    owed();
    owed = answer;
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const env = { SYSTEM1_LAYA_ENDPOINT: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
  const stdin = jsonl(Object.keys(answers).map((context) => ({ context })));
  const ended = await runHere(['decide', 'Safe?', '-p', 'laya', '--batch', '-', '--concurrency', '1'], { env, stdin });
  server.close();
  expect(parseRows(ended.stdout).map(({ decision }) => decision)).toEqual(['no', 'yes', 'no', 'yes']);
});
