import { describe, expect, test } from '@jest/globals';
import type { Resolve } from '../../lambdas/outbound/resolver.ts';
import { hostileAnswers, hostileUrls } from './hostile-corpus.ts';
import { answers, failed, get, useHostility } from './hostility.ts';
import { answering, serveTcp, serveTls } from './servers.ts';

const { identity, started, clientWith } = useHostility();

describe('a hostile URL', () => {
  test('the corpus is large enough', () => {
    expect(hostileUrls.length).toBeGreaterThanOrEqual(60);
  });

  test.each(hostileUrls)('is refused before any look-up: %j', async (url) => {
    let lookUps = 0;
    const resolve: Resolve = () => {
      lookUps += 1;
      return Promise.resolve(['127.0.0.1']);
    };
    expect(await get(clientWith(resolve, false), url)).toEqual(failed('refused_url'));
    expect(lookUps).toBe(0);
  });

  test('reaches no server on this machine', async () => {
    const tripwire = await started(serveTcp((socket) => socket.destroy()));
    const client = clientWith(answers('127.0.0.1'), false);
    const hosts = [
      '127.0.0.1',
      '127.1',
      '2130706433',
      '0x7f.1',
      '0177.0.0.1',
      '0',
      '[::ffff:127.0.0.1]',
      'localhost',
      'hooks.example.com',
    ];
    const results = await Promise.all(hosts.map((host) => get(client, `https://${host}:${tripwire.port}/`)));
    expect(results.every((result) => result.kind === 'failed' && result.error.startsWith('refused_'))).toBe(true);
    expect(tripwire.accepted()).toBe(0);
  });
});

describe('a hostile name server', () => {
  test.each(hostileAnswers)('whose answer is %s gets no connection', async (_, addresses) => {
    expect(await get(clientWith(answers(...addresses), false), 'https://hooks.example.com/')).toEqual(
      failed('refused_address'),
    );
  });

  test.each(hostileAnswers.filter(([, addresses]) => !addresses.some((address) => /^(127\.\d+\.|::1$)/.test(address))))(
    'whose answer is %s gets none in the local stage either',
    async (_, addresses) => {
      const result = await get(clientWith(answers(...addresses), true), 'https://hooks.example.com/');
      expect(result).toEqual(failed('refused_address'));
    },
  );

  test('that changes its answer is asked once, and the connection goes to what was checked', async () => {
    // The other server of the test has no neighbour at its address, so that this port is free there.
    const tripwire = await started(serveTcp((socket) => socket.destroy(), '127.0.0.1'));
    const noContent = answering('HTTP/1.1 204 No Content\r\n\r\n');
    const checked = await started(serveTls(identity(), noContent, '127.0.0.2', tripwire.port));
    let lookUps = 0;
    const rebinding: Resolve = () => {
      lookUps += 1;
      return Promise.resolve([lookUps === 1 ? '127.0.0.2' : '127.0.0.1']);
    };
    const result = await get(clientWith(rebinding, true), `https://hooks.example.com:${checked.port}/`);
    expect(result).toMatchObject({ kind: 'response', status: 204 });
    expect([lookUps, tripwire.accepted()]).toEqual([1, 0]);
  });

  test('that turns to this machine later is refused then', async () => {
    const server = await started(
      serveTls(identity(), answering('HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n')),
    );
    let current = '127.0.0.1';
    const client = clientWith(() => Promise.resolve([current]), true);
    const url = `https://hooks.example.com:${server.port}/`;
    expect(await get(client, url)).toMatchObject({ kind: 'response' });
    current = '10.0.0.1';
    expect(await get(client, url)).toEqual(failed('refused_address'));
  });

  test('that never answers costs no more than the limit, and is stopped', async () => {
    let reason: unknown;
    const hung: Resolve = (_, signal) =>
      new Promise((resolve) => {
        signal.addEventListener('abort', () => {
          reason = 'aborted';
          resolve([]);
        });
      });
    expect(await get(clientWith(hung, false, { hangs: true }), 'https://hooks.example.com/')).toEqual(
      failed('timeout'),
    );
    expect(reason).toBe('aborted');
  });

  test('that fails or has no address is a failure of the name', async () => {
    const broken = clientWith(() => Promise.reject(new Error('SERVFAIL')), false);
    expect(await get(broken, 'https://hooks.example.com/')).toEqual(failed('dns'));
    expect(await get(clientWith(answers(), false), 'https://hooks.example.com/')).toEqual(failed('dns'));
  });
});
