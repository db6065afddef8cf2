// The least that a batch has to do: read rows, send each over a kept connection, parse what comes, write a line. Nothing is
// checked. Arguments: the client (http, undici, fetch), the rows, the output, the engine, how many at once.
import { createReadStream, openSync, writeSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { createInterface } from 'node:readline';
import { Pool } from 'undici';

const [, , client, input, output, url, concurrency] = process.argv;
const headers = { 'content-type': 'application/json' };
const route = '/v1/systemone';

const agent = new Agent({ keepAlive: true, maxSockets: Number(concurrency) });
const pool = new Pool(url, { connections: Number(concurrency) });

const clients = {
  http: (body) =>
    new Promise((resolve, reject) => {
      const length = { 'content-length': Buffer.byteLength(body) };
      const sent = request(url + route, { agent, method: 'POST', headers: { ...headers, ...length } }, (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (part) => {
          text += part;
        });
        response.on('end', () => resolve(text));
      });
      sent.on('error', reject);
      sent.end(body);
    }),
  async undici(body) {
    const { body: answer } = await pool.request({ path: route, method: 'POST', headers, body });
    return answer.text();
  },
  fetch: async (body) => (await fetch(url + route, { method: 'POST', headers, body })).text(),
};

const send = clients[client];
const out = openSync(output, 'w');
const lines = createInterface({ input: createReadStream(input) })[Symbol.asyncIterator]();
const question = { type: 'choice', instructions: 'Is it safe?', criteria: { yes: 'yes', no: 'no' } };

async function work() {
  for (let { value, done } = await lines.next(); !done; { value, done } = await lines.next()) {
    const row = JSON.parse(value);
    const text = await send(JSON.stringify({ state: row.context, questions: { decision: question } }));
    const { answers } = JSON.parse(text);
    writeSync(out, `${JSON.stringify({ id: row.id, ...answers.decision, input: row })}\n`);
  }
}

await Promise.all(Array.from({ length: Number(concurrency) }, work));
process.exit();
