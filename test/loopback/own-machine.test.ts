import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { refusesForeignSite } from '@swift-worker/loopback/control.ts';
import { sendJson } from '@swift-worker/loopback/exchange.ts';
import { startLoopbackServer, type LoopbackServer } from '@swift-worker/loopback/server.ts';

let server: LoopbackServer;
let answered = 0;
beforeAll(async () => {
  server = await startLoopbackServer({
    port: 0,
    log: (message) => {
      throw new Error(message);
    },
    handle: (incoming, response) => {
      if (refusesForeignSite(incoming, response)) return Promise.resolve();
      answered += 1;
      sendJson(response, 200, { token: 'of a member' });
      return Promise.resolve();
    },
  });
});
afterAll(() => server.stop());

/** The status and the body of a request with headers that fetch does not allow. */
const ask = (
  headers: Readonly<Record<string, string>>,
  method = 'POST',
): Promise<readonly [number | undefined, string]> =>
  new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port: server.port, method, headers }, (response) => {
      const parts: string[] = [];
      response.setEncoding('utf8').on('data', (part: string) => parts.push(part));
      response.on('end', () => {
        resolve([response.statusCode, parts.join('')]);
      });
    });
    sent.on('error', reject).end();
  });

describe('a local server', () => {
  test.each([
    ...['127.0.0.1:PORT', 'localhost:PORT', 'LOCALHOST:PORT', '[::1]:PORT'],
    ...['localhost', 'localhost:8080'],
  ])('answers as %s', async (host) => {
    expect(await ask({ host: host.replace('PORT', String(server.port)) })).toEqual([200, '{"token":"of a member"}']);
  });

  test.each([
    ['another name', 'rebound.example:PORT'],
    ['a name that contains its own', 'localhost.rebound.example:PORT'],
    ['its own name before another', '127.0.0.1.rebound.example:PORT'],
    ['the address of the network', '192.168.0.2:PORT'],
    ['a user before its name', 'rebound.example@127.0.0.1:PORT'],
    ['another loopback name', 'ip6-localhost:PORT'],
  ])('answers nothing to a Host with %s', async (_, host) => {
    const before = answered;
    for (const method of ['GET', 'POST', 'DELETE', 'OPTIONS']) {
      const [status, text] = await ask({ host: host.replace('PORT', String(server.port)) }, method);
      expect([status, text]).toEqual([403, 'This port is for this machine only.\n']);
    }
    expect(answered).toBe(before);
  });

  test.each([
    'https://rebound.example',
    'null',
    'http://127.0.0.1.rebound.example',
    'http://localhost.rebound.example',
  ])('is not controlled by a page of %s', async (origin) => {
    expect(await ask({ origin })).toEqual([403, expect.stringContaining('other sites')]);
  });

  test.each(['http://127.0.0.1:4510', 'http://localhost:3000', 'http://[::1]:1'])(
    'is controlled by a page of %s',
    async (origin) => {
      expect(await ask({ origin })).toEqual([200, expect.stringContaining('token')]);
    },
  );
});
