// An engine that thinks for a while (1 ms by default) over any number of questions; prints where it listens.
import { createServer } from 'node:http';

const thinkingMs = Number(process.argv[2] ?? 1);
const answer = '{"type":"choice","choice":"yes","probabilities":{"yes":0.9,"no":0.1},"confidence":0.8}';

function respond(body, response) {
  const answers = Object.keys(JSON.parse(body).questions).map((id) => `"${id}":${answer}`);
  response.setHeader('content-type', 'application/json');
  response.end(`{"model":"bench","answers":{${answers}},"usage":{"input_tokens":10,"output_tokens":0}}`);
}

const server = createServer((request, response) => {
  let body = '';
  request.setEncoding('utf8');
  request.on('data', (text) => {
    body += text;
  });
  request.on('end', () => setTimeout(respond, thinkingMs, body, response));
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}`));
