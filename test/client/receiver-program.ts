/** A program with a receiver, which plays rounds of requests directly and behind a proxy. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, request as ask, type Server } from 'node:http';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { gotInRound, playRound } from './receiver-requests.ts';

export interface Program {
  readonly command: string;
  readonly args: readonly string[];
  readonly folder: string;
  readonly environment?: NodeJS.ProcessEnv;
}

const portOf = (server: Server): number => {
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the server does not listen');
  return address.port;
};

/** What stands before the path at the proxy alone. */
const prefix = '/public/v1';

const startProxy = async (port: number): Promise<Server> => {
  const proxy = createServer((incoming, response) => {
    const { method, url = '', headers } = incoming;
    const to = ask({ port, method, headers, path: url.slice(prefix.length) }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    incoming.pipe(to);
  });
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  return proxy;
};

/** How programs say where they listen; workerd says it by `--control-fd`, and Next.js in its own words. */
const listens = /(?:^port |"event":"listen".*"port":|Local: +http:\/\/127\.0\.0\.1:)(\d+)/;

/** @returns what was wrong, in a round without and one with the proxy, and what the handlers got in both */
export const playProgram = async (program: Program): Promise<readonly (readonly unknown[])[]> => {
  const { command, args, folder, environment } = program;
  const child = spawn(command, args, {
    cwd: folder,
    env: environment ?? process.env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'close');
  const said = text(child.stderr);
  const lines: string[] = [];
  const port = new Promise<number>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      lines.push(line);
      const [, found] = listens.exec(line) ?? [];
      if (found !== undefined) resolve(Number(found));
    });
    child.on('error', reject);
    void ended.then(async () => {
      reject(new Error(`the program ended: ${await said}`));
    });
  });
  const rounds: (readonly unknown[])[] = [];
  try {
    rounds.push(await playRound(`http://127.0.0.1:${await port}`, Date.now(), 'direct'));
    const proxy = await startProxy(await port);
    rounds.push(await playRound(`http://127.0.0.1:${portOf(proxy)}${prefix}`, Date.now(), 'proxy'));
    proxy.close();
    proxy.closeAllConnections();
  } finally {
    child.kill('SIGKILL');
    await ended;
  }
  return [...rounds, lines.filter((line) => line.startsWith('got ')).map((line) => line.slice('got '.length))];
};

/** What `playProgram` finds where nothing is wrong. */
export const allRight = [[], [], [...gotInRound, ...gotInRound]];
