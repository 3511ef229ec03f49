import { describe, expect, it } from '@jest/globals';
import { setImmediate } from 'node:timers/promises';
import type { Route } from '../../lambdas/api/route.ts';
import type { TestService } from '../../tools/harness/service.ts';
import { probeRoutes } from './probes.ts';
import { verdictOf } from './replies.ts';
import { withService } from './suite-service.ts';

/** The names of the routes whose code was loaded, in order. */
let loaded: string[] = [];
let isLoadable = true;

const watched = ({ operation, ...row }: Route): Route => ({
  ...row,
  operation: () => {
    loaded.push(row.route);
    return isLoadable ? operation() : Promise.reject(new Error('the file cannot be read'));
  },
});

let service: TestService;
withService({ probes: probeRoutes().routes.map(watched) }, (started) => {
  service = started;
});

describe("a route's code", () => {
  it('that the query names is loaded before the caller is known', async () => {
    loaded = [];
    const nobody = await service.call('POST', { query: { route: 'probe-strict' }, bearer: 'member:nobody' });
    await setImmediate();
    expect([verdictOf(nobody), loaded]).toEqual(['401 unauthenticated', ['probe-strict']]);
  });

  it('that the body names is loaded for callers only', async () => {
    loaded = [];
    const nobody = await service.call('POST', { body: { route: 'probe' }, bearer: 'member:nobody' });
    await setImmediate();
    expect([verdictOf(nobody), loaded]).toEqual(['401 unauthenticated', []]);
    expect(verdictOf(await service.call('POST', { body: { route: 'probe' } }))).toBe('200');
    expect(loaded).toEqual(['probe']);
  });

  it('is loaded by the call itself when it could not be loaded ahead', async () => {
    loaded = [];
    isLoadable = false;
    const query = { route: 'probe-query' };
    const nobody = await service.call('GET', { query, bearer: 'member:nobody' });
    await setImmediate();
    isLoadable = true;
    expect([verdictOf(nobody), verdictOf(await service.call('GET', { query }))]).toEqual([
      '401 unauthenticated',
      '200',
    ]);
    expect(loaded).toEqual(['probe-query', 'probe-query']);
  });
});
