// The least that a batch has to do: read rows, send each over a kept connection, parse what comes, write a line. Nothing is
// checked. Arguments: the rows, the output, the engine, how many at once.
import { createReadStream, openSync, writeSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { createInterface } from 'node:readline';

const [, , input, output, url, concurrency] = process.argv;
const agent = new Agent({ keepAlive: true, maxSockets: Number(concurrency) });
const out = openSync(output, 'w');
const lines = createInterface({ input: createReadStream(input) })[Symbol.asyncIterator]();
const question = { type: 'choice', instructions: 'Is it safe?', criteria: { yes: 'yes', no: 'no' } };

const send = (body) =>
  new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
    const sent = request(`${url}/v1/systemone`, { agent, method: 'POST', headers }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (part) => {
        text += part;
      });
      response.on('end', () => resolve(text));
    });
    sent.on('error', reject);
    sent.end(body);
  });

async function work() {
  for (let { value, done } = await lines.next(); !done; { value, done } = await lines.next()) {
    const row = JSON.parse(value);
    const text = await send(JSON.stringify({ state: row.context, questions: { decision: question } }));
    const { answers } = JSON.parse(text);
    writeSync(out, `${JSON.stringify({ id: row.id, ...answers.decision, input: row })}\n`);
  }
}

await Promise.all(Array.from({ length: Number(concurrency) }, work));
agent.destroy();
