import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Held until it is released or the process ends, also by SIGKILL. */
export interface Lock {
  release(): Promise<void>;
}

/** In the temporary directory, since a socket's path must be short. */
const socketOf = (file: string): string => {
  const hash = createHash('sha256').update(path.resolve(file)).digest('hex').slice(0, 24);
  return path.join(tmpdir(), `swift-worker-${hash}.sock`);
};

const listen = (socket: string): Promise<Server | undefined> =>
  new Promise((resolve) => {
    const server = createServer((connection) => connection.destroy());
    server.once('error', () => {
      resolve(undefined);
    });
    server.listen(socket, () => {
      resolve(server);
    });
  });

const answers = (socket: string): Promise<boolean> =>
  new Promise((resolve) => {
    const connection = connect(socket, () => {
      connection.destroy();
      resolve(true);
    });
    connection.once('error', () => {
      resolve(false);
    });
  });

/**
 * Locks a file or directory by a socket. Unlike a file with a process id, a socket ends with its process.
 * @returns undefined when another process holds it
 */
export const lock = async (file: string): Promise<Lock | undefined> => {
  const socket = socketOf(file);
  let server = await listen(socket);
  if (server === undefined && !(await answers(socket))) {
    rmSync(socket, { force: true });
    server = await listen(socket);
  }
  if (server === undefined) return undefined;
  const held = server;
  held.unref();
  return {
    release: () =>
      new Promise((resolve) => {
        held.close(() => {
          resolve();
        });
      }),
  };
};
