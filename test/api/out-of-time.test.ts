import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Deadline } from '../../lambdas/kernel/deadline.ts';
import { deactivateCustomerInstances } from '../../lambdas/lines/deactivate-customer-instances.ts';
import { PlatformError } from '../../lambdas/platform/errors.ts';
import { claimItem } from '../../lambdas/store/table/work.ts';
import { readInstance } from '../../lambdas/store/instances/instances.ts';
import { keys } from '../../lambdas/store/table/keys.ts';
import { lifecycleJobOf } from '../../lambdas/store/instances/lifecycle-jobs.ts';
import { startWorld, type World } from '../../tools/harness/world.ts';
import { startTestTable, type TestTable } from '../../tools/harness/test-table.ts';
import { countEffects, probeRoutes } from './probes.ts';
import { headerOf, verdictOf } from './replies.ts';
import { startService } from '../../tools/harness/service.ts';
import { testClock } from '../../tools/harness/test-clock.ts';

// API Gateway waits 30 s for a function. After that it answers 503 without an envelope.
// https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-quotas.html
const gatewayWaits = 30_000;
const functionLives = 29_000;
const callsEnd = 26_000;

const clock = testClock();
const answer = { current: new AbortController() };
/** The deadline of a call that begins now. */
const deadline = (): Deadline => ({
  calls: clock.now() + callsEnd,
  answer: answer.current.signal,
  end: clock.now() + functionLives,
});

let table: TestTable;
let world: World;
let begun: Deadline;

beforeAll(async () => {
  table = await startTestTable();
});
afterAll(() => table.stop());
beforeEach(async () => {
  answer.current = new AbortController();
  world = await startWorld(table, clock.now, undefined, () => (begun = deadline()));
});

/** Gives each call of the platform a duration; a call beyond the deadline has no response. */
const slowPlatform = (milliseconds: number): void => {
  world.platform.fail = () => {
    const left = begun.calls - clock.now();
    clock.pass(Math.max(0, Math.min(left, milliseconds)));
    return left >= milliseconds ? null : new PlatformError({ kind: 'out_of_time', message: 'no answer in time' });
  };
};

const connectedInstance = async (customer: string, key: string, number: string): Promise<string> => {
  const id = await world.instance(customer, key);
  await world.connect(id, number, 'waba-1');
  return id;
};

describe('a platform that takes 14.5 s a call', () => {
  it('leaves a removal unconfirmed in time; the next call continues at once', async () => {
    const id = await connectedInstance(await world.customer('C-1'), 'slow', '5001');
    slowPlatform(14_500);
    const start = clock.now();
    const late = await world.command('POST', 'deactivate-partner-instance', { instance_id: id }, 'key-slow-001');
    expect(clock.now() - start).toBeLessThan(functionLives);
    expect(verdictOf(late)).toBe('409 remote_removal_failed');
    expect(late.body).toMatchObject({
      error: {
        details: {
          lifecycle: { status: 'failed', callback_state: 'remove_failed', slot_state: 'release_blocked' },
          last_error: { code: 'out_of_time' },
        },
      },
    });
    const again = await world.command('POST', 'deactivate-partner-instance', { instance_id: id }, 'key-slow-001');
    expect(again.body).toMatchObject({ lifecycle: { status: 'completed', slot_state: 'released' } });
    // The second call found the callback removed: it had only to read.
    expect(world.platform.calls).toEqual(['POST /5001', 'GET /5001', 'GET /5001']);
  });

  it("deactivates a customer's instances in the background, and answers so", async () => {
    for (const [method, status] of [
      ['POST', 202],
      ['PATCH', 200],
      ['DELETE', 200],
    ] as const) {
      const customer = await world.customer(`C-${method}`);
      const id = await connectedInstance(customer, `slow-${method}`, `51${status}${method.length}`);
      slowPlatform(14_500);
      const start = clock.now();
      const late = await world.command(method, 'deactivate-partner-customer', { partner_customer_id: customer });
      expect(clock.now() - start).toBeLessThan(functionLives);
      expect(late.status).toBe(status);
      expect(late.body['lifecycle']).toEqual({ status: 'in_progress', total: 1, completed: 0, failed: 0 });
      const left = await readInstance(table, world.partner.partnerId, id);
      expect(left?.instance).toMatchObject({ status: 'deactivating', slot_state: 'releasing' });

      world.platform.fail = () => null;
      const key = keys.lifecycleJob(world.partner.partnerId, customer, 'DEACTIVATE');
      const now = clock.now();
      const item = await claimItem(table, key, now, now + 60_000, 'worker');
      if (item === null) throw new Error('the job is not due at once');
      expect(await deactivateCustomerInstances(world.dispatcher.deps, lifecycleJobOf(item), 'worker', Infinity)).toBe(
        true,
      );
      const shown = await world.query('get-partner-customer', { customer_id: customer });
      expect(shown.body['customer']).toMatchObject({ lifecycle: { status: 'completed', completed: 1 } });
    }
  });

  it('refuses a refresh that does not fit into the time, and accepts the next one at once', async () => {
    const id = await connectedInstance(await world.customer('C-1'), 'refreshed', '5003');
    slowPlatform(27_000);
    const start = clock.now();
    const body = { instance_id: id };
    const late = await world.command('POST', 'refresh-partner-instance-platform', body, 'key-refresh-1');
    expect(clock.now() - start).toBeLessThan(functionLives);
    expect(verdictOf(late)).toBe('409 platform_error');
    expect(late.body).toMatchObject({ error: { details: { kind: 'out_of_time' } } });
    world.platform.fail = () => null;
    expect((await world.command('POST', 'refresh-partner-instance-platform', body, 'key-refresh-1')).status).toBe(200);
  });
});

describe('a function that is killed while it deactivates an instance', () => {
  it('holds the instance and the key no longer than it may run', async () => {
    const id = await connectedInstance(await world.customer('C-1'), 'killed', '5004');
    let arrived: () => void = () => undefined;
    const reached = new Promise<void>((resolve) => (arrived = resolve));
    // The call never returns, as that of a killed function.
    world.platform.call = () => {
      arrived();
      return new Promise(() => undefined);
    };
    void world.command('POST', 'deactivate-partner-instance', { instance_id: id }, 'key-killed-01');
    await reached;
    Reflect.deleteProperty(world.platform, 'call');
    const meanwhile = await world.command('POST', 'deactivate-partner-instance', { instance_id: id }, 'key-other-01');
    expect(verdictOf(meanwhile)).toBe('409 idempotency_in_progress');
    expect(world.platform.calls).toEqual([]);
    clock.pass(functionLives);
    const again = await world.command('POST', 'deactivate-partner-instance', { instance_id: id }, 'key-killed-01');
    expect([again.status, again.body['lifecycle']]).toEqual([
      200,
      { status: 'completed', callback_state: 'removed', slot_state: 'released' },
    ]);
  });
});

describe('an invocation whose time has ended', () => {
  const probes = probeRoutes();
  const body = { route: 'probe-outside' };
  const headers = { 'idempotency-key': 'key-over-0001' };

  it('answers with an envelope, a request id and a log line, and writes nothing afterwards', async () => {
    const service = await startService(table, { clock: clock.now, probes: probes.routes, deadline });
    let open: () => void = () => undefined;
    const opened = new Promise<void>((resolve) => (open = resolve));
    let arrive: () => void = () => undefined;
    const reached = new Promise<void>((resolve) => (arrive = resolve));
    probes.holdBack(() => {
      arrive();
      return opened;
    });
    const call = service.call('POST', { body, headers });
    await reached;
    const before = await countEffects(table);
    answer.current.abort();
    const late = await call;
    expect(verdictOf(late)).toBe('503 temporarily_unavailable');
    expect(headerOf(late, 'retry-after')).toBe('1');
    const requestId = String(headerOf(late, 'x-request-id'));
    expect(requestId).toMatch(/^[0-9a-f-]{36}$/);
    expect(service.logLines.filter((line) => line.includes(requestId)).join('\n')).toContain('"status":503');

    // Lambda thaws it with the next invocation: it must not write its decision then.
    open();
    await new Promise((resolve) => setImmediate(resolve));
    expect(await countEffects(table)).toBe(before);
    answer.current = new AbortController();
    probes.holdBack(() => Promise.resolve());
    clock.pass(functionLives);
    expect((await service.call('POST', { body, headers })).status).toBe(200);
    expect(await countEffects(table)).toBe(before + 1);
    expect(functionLives).toBeLessThan(gatewayWaits);
  });
});
