// In a file of its own, since it counts what keeps this process alive.
import { expect, it } from 'vitest';
import { canned, ok, testClient } from './support.ts';

it('an idle connection does not keep the process alive', async () => {
  const held = (): string[] => process.getActiveResourcesInfo().filter((kind) => kind.startsWith('TCPSocket'));
  await using server = await canned(ok);
  using http = testClient();
  await http.send(server.url);
  await new Promise(setImmediate);
  // The one socket that still counts is the server's.
  expect(held()).toEqual(['TCPSocketWrap']);
});
