/** An endpoint that takes every event. It has its own process, so that its time is not counted. */
import { createServer } from 'node:http';

const server = createServer((request, response) => {
  request.resume().on('end', () => {
    response.writeHead(200).end();
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.stdout.write(`${typeof address === 'object' && address !== null ? address.port : 0}\n`);
});
process.stdin.resume().on('end', () => {
  server.close();
  server.closeAllConnections();
});
