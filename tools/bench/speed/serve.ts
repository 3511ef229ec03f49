import type { Server } from 'node:http';

/** Listens on a free port of this machine, prints it, and ends with the standard input. */
export const serve = (server: Server): void => {
  server.keepAliveTimeout = 60_000;
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    process.stdout.write(`${typeof address === 'object' && address !== null ? address.port : 0}\n`);
  });
  process.stdin.resume().on('end', () => {
    server.close();
    server.closeAllConnections();
  });
};
