import { describe, expect, test } from '@jest/globals';
import { execFile } from 'node:child_process';
import type { Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { answers, bodyBytes, failed, get, useHostility } from './hostility.ts';
import { answering, dripping, flooding, identityFor, serveTcp, serveTls } from './servers.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/**
 * V8 frees buffers on threads of its own, which a busy machine lets wait. A collection first waits for what the one before
 * left to them: https://v8.dev/blog/trash-talk. Sockets close between two turns of the event loop.
 */
const collectGarbage = async (): Promise<void> => {
  for (let pass = 0; pass < 3; pass += 1) {
    await setImmediate();
    collect();
  }
};

const run = promisify(execFile);

const { identity, started, clientWith, getFrom } = useHostility();

describe('a hostile server', () => {
  const ok = 'HTTP/1.1 200 OK\r\n';

  const bounded: [string, (socket: Socket) => void, string][] = [
    ['drips its body', dripping(`${ok}Content-Length: 60000\r\n\r\n`, 'x'), 'timeout'],
    ['drips its body in chunks', dripping(`${ok}Transfer-Encoding: chunked\r\n\r\n`, '1\r\nx\r\n'), 'timeout'],
    ['drips its headers', dripping(ok, 'X: y\r\n'), 'timeout'],
    ['drips one byte of a status line at a time', dripping('', 'H'), 'protocol'],
    ['never stops announcing its answer', dripping('', 'HTTP/1.1 103 Early Hints\r\n\r\n'), 'timeout'],
    ['floods with headers', flooding(ok, 'X-Filler: yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy\r\n'), 'protocol'],
    ['sends one huge header', answering(`${ok}X: ${'y'.repeat(20_000)}\r\n\r\n`), 'protocol'],
    ['floods with announcements', flooding('', 'HTTP/1.1 103 Early Hints\r\n\r\n'), 'timeout'],
    ['never answers', answering(''), 'timeout'],
    ['stops in its headers', answering(`${ok}X: `), 'timeout'],
    ['stops in its body', answering(`${ok}Content-Length: 10\r\n\r\nabc`), 'timeout'],
    ['speaks something else', answering('SSH-2.0-OpenSSH_9.9\r\n'), 'protocol'],
    ['says two lengths', answering(`${ok}Content-Length: 1\r\nContent-Length: 2\r\n\r\nab`), 'protocol'],
    [
      'says a length and chunks',
      answering(`${ok}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`),
      'protocol',
    ],
    ['has chunks of no size', answering(`${ok}Transfer-Encoding: chunked\r\n\r\nzz\r\n`), 'protocol'],
    [
      'changes the protocol',
      answering('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n'),
      'protocol',
    ],
    ['hangs up at once', (socket) => socket.end(), 'reset'],
    ['hangs up on the request', (socket) => socket.once('data', () => socket.destroy()), 'reset'],
    ['hangs up in its headers', (socket) => socket.once('data', () => socket.end(`${ok}X: `)), 'reset'],
    [
      'hangs up in its body',
      (socket) => socket.once('data', () => socket.end(`${ok}Content-Length: 9\r\n\r\nx`)),
      'reset',
    ],
  ];

  test.each(bounded)('that %s is left within the limit', async (_, behave, error) => {
    const server = await started(serveTls(identity(), behave));
    expect(await getFrom(server, { hangs: error === 'timeout' })).toEqual(failed(error));
    await server.drained();
  });

  test.each([
    ['accepts and says nothing', (): void => undefined, 'timeout'],
    ['says nothing of TLS', (socket: Socket): void => void socket.write('HTTP/1.1 200 OK\r\n\r\n'), 'tls'],
    ['drips into the handshake', (socket: Socket): void => void socket.write(Buffer.from([0x16, 0x03])), 'timeout'],
    ['hangs up before the handshake', (socket: Socket): void => void socket.destroy(), 'tls'],
  ])('that %s is left within the limit', async (_, behave, error) => {
    const server = await started(
      serveTcp((socket) => {
        behave(socket.resume());
      }),
    );
    expect(await getFrom(server, { hangs: error === 'timeout' })).toEqual(failed(error));
    await server.drained();
  });

  test('that sends a gigabyte is read for 64 KiB, and its status counts', async () => {
    const gigabyte = 1024 ** 3;
    const head = `${ok}Content-Length: ${gigabyte}\r\n\r\n`;
    const server = await started(serveTls(identity(), flooding(head, Buffer.alloc(64 * 1024, 'x'))));
    const result = await getFrom(server);
    expect(result).toMatchObject({ kind: 'response', status: 200, body: Buffer.alloc(bodyBytes, 'x') });
    await server.drained();
    // What the kernel's buffers took in before the connection was cut.
    expect(server.sent()).toBeLessThan(gigabyte / 64);
  });

  test('that sends without an end leaves nothing in memory, again and again', async () => {
    const server = await started(serveTls(identity(), flooding(`${ok}\r\n`, Buffer.alloc(64 * 1024, 'x'))));
    const client = clientWith(answers('127.0.0.1'), true);
    const heldAfter = async (count: number): Promise<number> => {
      for (let i = 0; i < count; i += 1) {
        expect(await get(client, `https://localhost:${server.port}/`)).toMatchObject({ kind: 'response' });
      }
      await server.drained();
      await collectGarbage();
      return process.memoryUsage().arrayBuffers;
    };
    const before = await heldAfter(20);
    const rounds = [await heldAfter(20), await heldAfter(20), await heldAfter(20)];
    // Buffers that are already free may be counted still in one round or another, but not in all of them.
    expect(Math.min(...rounds) - before).toBeLessThan(16 * bodyBytes);
  });

  test('that sends exactly the limit is read to its end', async () => {
    const server = await started(
      serveTls(identity(), answering(`${ok}Content-Length: ${bodyBytes}\r\n\r\n${'x'.repeat(bodyBytes)}`)),
    );
    const result = await getFrom(server);
    expect(result).toMatchObject({ kind: 'response', body: Buffer.alloc(bodyBytes, 'x') });
  });

  test('that compresses is not unpacked', async () => {
    const packed = 'HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 4\r\n\r\n\u001f\u008bxy';
    const server = await started(
      serveTls(identity(), (socket) => socket.once('data', () => socket.write(packed, 'latin1'))),
    );
    expect(await getFrom(server)).toMatchObject({ kind: 'response', body: Buffer.from('\u001f\u008bxy', 'latin1') });
  });

  test.each([301, 302, 303, 307, 308])('that redirects with %i to this machine is not followed', async (status) => {
    const tripwire = await started(serveTcp((socket) => socket.destroy()));
    const location = `https://127.0.0.1:${tripwire.port}/`;
    const answer = `HTTP/1.1 ${status} Moved\r\nLocation: ${location}\r\nRefresh: 0; url=${location}\r\nContent-Length: 0\r\n\r\n`;
    const server = await started(serveTls(identity(), answering(answer)));
    expect(await getFrom(server)).toMatchObject({ kind: 'response', status, headers: { location } });
    expect([server.accepted(), tripwire.accepted()]).toEqual([1, 0]);
  });

  test('that answers twice cannot answer the next request', async () => {
    const first = `${ok}Content-Length: 5\r\n\r\nfirst`;
    const forged = `${ok}Content-Length: 6\r\n\r\nforged`;
    const server = await started(serveTls(identity(), answering(first + forged)));
    const client = clientWith(answers('127.0.0.1'), true);
    const url = `https://localhost:${server.port}/`;
    const bodies: string[] = [];
    for (let i = 0; i < 3; i += 1) {
      const result = await get(client, url);
      if (result.kind === 'response') bodies.push(result.body.toString());
    }
    expect(bodies).not.toContain('forged');
  });

  test('whose certificate is for another name is not spoken to', async () => {
    let spoken = 0;
    const server = await started(serveTls(identity(), (socket) => socket.on('data', () => (spoken += 1))));
    expect(await getFrom(server, { host: 'other.example.com' })).toEqual(failed('tls'));
    await server.drained();
    expect(spoken).toBe(0);
  });

  test('whose certificate is not trusted is not spoken to', async () => {
    const stranger = await identityFor(['localhost'], ['127.0.0.1']);
    const server = await started(serveTls(stranger, answering(`${ok}\r\n`)));
    expect(await getFrom(server)).toEqual(failed('tls'));
    const client = clientWith(answers('127.0.0.1'), true, { ca: null });
    expect(await get(client, `https://localhost:${server.port}/`)).toEqual(failed('tls'));
  });

  test('does not gain from a process that does not verify', async () => {
    const stranger = await identityFor(['localhost'], ['127.0.0.1']);
    const server = await started(serveTls(stranger, answering(`${ok}\r\n`)));
    const client = new URL('../../lambdas/outbound/client.ts', import.meta.url).href;
    const script = `
      import { createOutboundClient } from '${client}';
      const { send } = createOutboundClient({
        resolve: () => Promise.resolve([]),
        clock: () => 0,
        policy: { allowLoopback: true },
        limits: { milliseconds: 60000, connectMilliseconds: 60000, bodyBytes: 1 },
      });
      console.log(JSON.stringify(await send({ method: 'GET', url: 'https://127.0.0.1:${server.port}/', headers: {} })));
    `;
    const env = { ...process.env, NODE_TLS_REJECT_UNAUTHORIZED: '0', NODE_NO_WARNINGS: '1' };
    const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', script], { env });
    expect(JSON.parse(stdout)).toEqual(failed('tls'));
  });
});

test('a port where nothing listens is a failed connection', async () => {
  const server = await serveTcp(() => undefined);
  await server.stop();
  expect(await getFrom(server)).toEqual(failed('connect'));
});
