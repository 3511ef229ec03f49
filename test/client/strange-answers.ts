import { readFileSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { once } from 'node:events';
import path from 'node:path';
import { z } from 'zod';

const answered = z.strictObject({
  status: z.string(),
  headers: z.record(z.string(), z.string()),
  body: z.string(),
  then: z.enum(['end', 'reset', 'nothing']).default('end'),
});

const strange = z.strictObject({
  name: z.string(),
  answer: z.union([answered, z.strictObject({ raw: z.string() })]),
  expect: z.record(z.string(), z.unknown()),
  attempts: z.int(),
  attempts_with_secret: z.int(),
});

export type Strange = z.infer<typeof strange>;

/** What a client made of an answer. */
export const made = z.record(
  z.string(),
  z.strictObject({
    made: z.record(z.string(), z.unknown()),
    attempts: z.int(),
    attempts_with_secret: z.int(),
  }),
);
export type Made = z.infer<typeof made>;

export const answersFile = path.join(import.meta.dirname, 'strange-answers.json');

export const strangeAnswers: readonly Strange[] = z
  .object({ about: z.string(), answers: z.array(strange) })
  .parse(JSON.parse(readFileSync(answersFile, 'utf8'))).answers;

/** What every client must make of the answers. */
export const expectedOf = (): Made =>
  Object.fromEntries(
    strangeAnswers.map(({ name, expect, attempts, attempts_with_secret }) => [
      name,
      { made: expect, attempts, attempts_with_secret },
    ]),
  );

const give = ({ answer }: Strange, socket: Socket): void => {
  if ('raw' in answer) {
    socket.end(answer.raw);
    return;
  }
  const headers = Object.entries({ ...answer.headers, connection: 'close' });
  const head = [`HTTP/1.1 ${answer.status}`, ...headers.map((pair) => pair.join(': '))].join('\r\n');
  socket.write(`${head}\r\n\r\n${answer.body}`, () => {
    if (answer.then === 'reset') setImmediate(() => socket.resetAndDestroy());
    else if (answer.then === 'end') socket.end();
  });
};

/** A server that gives the answer with the number that the path has: `/3`. */
export const startStrange = async (): Promise<{ readonly url: string; readonly stop: () => void }> => {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    let request = '';
    socket.on('data', (part: Buffer) => {
      request += part.toString('latin1');
      const [head = '', body] = request.split('\r\n\r\n');
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
      const one = strangeAnswers[Number(/^\w+ \/(\d+)/.exec(head)?.[1])];
      if (one !== undefined && body !== undefined && body.length >= length) give(one, socket);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const stop = (): void => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  return { url: `http://127.0.0.1:${port}`, stop };
};
