// An engine that answers at once, in a process of its own; prints where it listens.
import { createServer } from 'node:http';

const answer = JSON.stringify({
  model: 'bench',
  answers: { decision: { type: 'choice', choice: 'yes', probabilities: { yes: 0.9, no: 0.1 }, confidence: 0.8 } },
  usage: { input_tokens: 10, output_tokens: 0 },
});

const server = createServer((request, response) => {
  request.resume().on('end', () => response.setHeader('content-type', 'application/json').end(answer));
});
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}`));
