import { beforeEach, describe, expect, it } from '@jest/globals';
import type { TestTable } from '../../tools/harness/test-table.ts';
import { countEffects, probeRoutes, serviceError } from './probes.ts';
import { headerOf, verdictOf } from './replies.ts';
import type { Reply, TestService } from '../../tools/harness/service.ts';
import { testClock } from '../../tools/harness/test-clock.ts';
import { withService } from './suite-service.ts';

const clock = testClock();
const probes = probeRoutes();
let table: TestTable;
let service: TestService;
withService({ clock: clock.now, probes: probes.routes }, (...started) => {
  [service, table] = started;
});
beforeEach(() => {
  probes.failWith(null);
  probes.holdBack(() => Promise.resolve());
});

let keys = 0;
const newKey = (): string => `lease-of-the-test-${(keys += 1)}`;
const call = (key: string, body: Record<string, unknown> = {}): Promise<Reply> =>
  service.call('POST', { body: { route: 'probe-outside', ...body }, headers: { 'idempotency-key': key } });
const isReplay = (reply: Reply): boolean => headerOf(reply, 'idempotent-replayed') === 'true';

/** A gate at which runs wait, and a promise of the next arrival. */
const closedGate = (): { readonly open: () => void; readonly reached: Promise<void> } => {
  let open: () => void = () => undefined;
  let arrive: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  const reached = new Promise<void>((resolve) => (arrive = resolve));
  probes.holdBack(() => {
    arrive();
    return opened;
  });
  return { open, reached };
};

describe('a command with outside effects', () => {
  it('is in progress for an equal call meanwhile, and replayed afterwards', async () => {
    const key = newKey();
    const { open, reached } = closedGate();
    const first = call(key);
    await reached;
    const meanwhile = await call(key);
    expect(verdictOf(meanwhile)).toBe('409 idempotency_in_progress');
    expect(Number(headerOf(meanwhile, 'retry-after'))).toBeGreaterThanOrEqual(1);
    expect(verdictOf(await call(key, { other: 1 }))).toBe('409 idempotency_key_reused');
    open();
    const done = await first;
    expect([done.status, isReplay(done)]).toEqual([200, false]);
    const again = await call(key);
    expect([again.text, isReplay(again)]).toEqual([done.text, true]);
  });

  it('is executed once by a hundred equal calls; the others replay it or get that it is in progress', async () => {
    const key = newKey();
    const before = await countEffects(table);
    const replies = await Promise.all(Array.from({ length: 100 }, () => call(key)));
    expect(await countEffects(table)).toBe(before + 1);
    const done = replies.filter((reply) => reply.status === 200);
    expect(done.filter((reply) => !isReplay(reply))).toHaveLength(1);
    expect(new Set(done.map((reply) => reply.text)).size).toBe(1);
    for (const reply of replies) expect(['200', '409 idempotency_in_progress']).toContain(verdictOf(reply));
  });

  it('that crashed is taken over when its lease expires, and can write nothing if it resumes', async () => {
    const key = newKey();
    const { open, reached } = closedGate();
    const lost = call(key);
    await reached;
    probes.holdBack(() => Promise.resolve());
    clock.pass(39_999);
    expect(verdictOf(await call(key))).toBe('409 idempotency_in_progress');
    clock.pass(1);
    const before = await countEffects(table);
    const taken = await call(key);
    expect([taken.status, isReplay(taken)]).toEqual([200, false]);
    open();
    const late = await lost;
    expect([late.status, late.text, isReplay(late)]).toEqual([200, taken.text, true]);
    expect(await countEffects(table)).toBe(before + 1);
  });

  it('that crashed and resumes while another call holds the lease writes nothing either', async () => {
    const key = newKey();
    const one = closedGate();
    const lost = call(key);
    await one.reached;
    clock.pass(40_000);
    const two = closedGate();
    const taker = call(key);
    await two.reached;
    const before = await countEffects(table);
    one.open();
    expect(verdictOf(await lost)).toBe('409 idempotency_in_progress');
    expect(await countEffects(table)).toBe(before);
    two.open();
    expect([(await taker).status, await countEffects(table)]).toEqual([200, before + 1]);
  });

  it('that failed for a transient reason releases its lease at once', async () => {
    for (const failure of [
      serviceError('platform_error'),
      serviceError('temporarily_unavailable'),
      new Error('broken'),
    ]) {
      const key = newKey();
      probes.failWith(failure);
      expect((await call(key)).status).toBeGreaterThanOrEqual(409);
      probes.failWith(null);
      const again = await call(key);
      expect([again.status, isReplay(again)]).toEqual([200, false]);
    }
  });

  it('that was refused because of the state is refused again with the same body', async () => {
    const key = newKey();
    probes.failWith(serviceError('slot_limit_reached'));
    const refused = await call(key);
    probes.failWith(null);
    const again = await call(key);
    expect([again.status, again.text, isReplay(again)]).toEqual([409, refused.text, true]);
  });
});
