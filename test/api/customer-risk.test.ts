import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { z } from 'zod';
import type { Instance } from '../../lambdas/domain/instance.ts';
import { riskLevels, riskOf, type RiskFacts } from '../../lambdas/domain/risk.ts';
import { changeInstance } from '../../lambdas/lines/change-instance.ts';
import { newId, systemRetryPolicy } from '../../lambdas/runtime/clock.ts';
import { readInstance } from '../../lambdas/store/instances/instances.ts';
import { packRisk, unpackRisk } from '../../lambdas/store/instances/instance-risk.ts';
import { plantInstances } from '../../tools/harness/plant-instances.ts';
import { startWorld, type World } from '../../tools/harness/world.ts';
import { startTestTable, type TestTable } from '../../tools/harness/test-table.ts';
import { meteringReads } from '../template-sync/metered-reads.ts';
import { testClock } from '../../tools/harness/test-clock.ts';

const clock = testClock();
const hour = 60 * 60_000;
let table: TestTable;
let world: World;
const metered = {
  take: (): { requests: number; units: number } => ({ requests: 0, units: 0 }),
};

beforeAll(async () => {
  table = await startTestTable();
  const reads = meteringReads(table);
  metered.take = reads.take;
  world = await startWorld(reads.table, clock.now);
});
afterAll(() => table.stop());

const risk = z.object({
  level: z.enum(riskLevels),
  reasons: z.array(z.string()),
  platform_errors: z.array(z.object({ entity: z.string(), code: z.int(), description: z.string(), remedy: z.null() })),
  checked_at: z.string().nullable(),
});

const riskNow = async (customerId: string): Promise<z.infer<typeof risk>> => {
  const { body } = await world.query('get-partner-customer', { customer_id: customerId });
  return z.object({ customer: z.object({ platform_risk: risk }) }).parse(body).customer.platform_risk;
};

/** The instance as a status check would change it. */
const seen = async (instanceId: string, facts: Partial<Instance> = {}): Promise<void> => {
  const { partnerId } = world.partner;
  const record = await readInstance(table, partnerId, instanceId);
  if (record === null) throw new Error('no such instance');
  const deps = { table, retryPolicy: systemRetryPolicy, clock: clock.now, newId };
  const well = { quality_rating: 'GREEN', platform_status: 'CONNECTED', can_send_message: 'AVAILABLE' };
  const at = new Date(clock.now()).toISOString();
  await changeInstance(deps, partnerId, record, { ...well, facts_at: at, reported_at: {}, ...facts });
};

let named = 0;
const customerWith = async (instances: number): Promise<{ id: string; instances: readonly string[] }> => {
  const id = await world.customer(`risk-${(named += 1)}`);
  const planted = await plantInstances(table, world.partner.partnerId, id, instances);
  for (const instance of planted) await seen(instance);
  return { id, instances: planted };
};

describe('the risk of a customer', () => {
  test('is that of its worst instance, also of one that is too old to be shown', async () => {
    const { id, instances } = await customerWith(70);
    expect(await riskNow(id)).toMatchObject({ level: 'ok', reasons: [] });
    // Planted newest first.
    await seen(instances.at(-1) ?? '', { quality_rating: 'YELLOW' });
    expect(await riskNow(id)).toMatchObject({ level: 'watch', reasons: ['quality_rating=YELLOW'] });
    await seen(instances.at(0) ?? '', { platform_status: 'BANNED' });
    expect(await riskNow(id)).toMatchObject({ level: 'blocked', reasons: ['platform_status=BANNED'] });
    await seen(instances.at(0) ?? '');
    await seen(instances.at(-1) ?? '');
    expect(await riskNow(id)).toMatchObject({ level: 'ok' });
  });

  test('costs no read besides those of its instances', async () => {
    const { id } = await customerWith(3);
    await riskNow(id);
    metered.take();
    await riskNow(id);
    const few = metered.take();
    const { id: other } = await customerWith(200);
    metered.take();
    await riskNow(other);
    const many = metered.take();
    expect(many.requests).toBe(few.requests);
    // One unit for each of the 50 shown instances, and 15 for the list of all 200.
    expect(many.units).toBeLessThanOrEqual(few.units + 50 + 15);
  });

  test('names what hinders its worst instances, once', async () => {
    const { id, instances } = await customerWith(3);
    const unpaid = { entity: 'WABA', code: 141_006, description: 'No payment method.', remedy: null };
    const unverified = { ...unpaid, entity: 'BUSINESS', code: 141_010 };
    await seen(instances[0] ?? '', { can_send_message: 'BLOCKED', platform_errors: [unpaid, unverified] });
    await seen(instances[1] ?? '', { can_send_message: 'BLOCKED', platform_errors: [unpaid] });
    await seen(instances[2] ?? '', { can_send_message: 'LIMITED', platform_errors: [{ ...unpaid, code: 1 }] });
    expect(await riskNow(id)).toMatchObject({ level: 'blocked', platform_errors: [unpaid, unverified] });
    clock.pass(24 * hour + 1);
    expect((await riskNow(id)).platform_errors).toEqual([]);
  });

  test('expires, and is unknown after a day', async () => {
    const { id, instances } = await customerWith(2);
    const checkedAt = new Date(clock.now()).toISOString();
    clock.pass(23 * hour);
    await seen(instances[0] ?? '');
    expect(await riskNow(id)).toEqual({ level: 'ok', reasons: [], platform_errors: [], checked_at: checkedAt });
    clock.pass(hour + 1);
    expect(await riskNow(id)).toMatchObject({ level: 'unknown', reasons: ['stale'], checked_at: checkedAt });
  });

  test('does not include deactivated instances', async () => {
    const { id, instances } = await customerWith(2);
    await seen(instances[1] ?? '', { quality_rating: 'RED' });
    expect((await riskNow(id)).level).toBe('restricted');
    const gone = await world.command('POST', 'deactivate-partner-instance', { instance_id: instances[1] });
    expect(gone.status).toBe(200);
    expect((await riskNow(id)).level).toBe('ok');
  });

  test('moves with an instance, and with those of a merged customer', async () => {
    const [from, to] = [await customerWith(2), await customerWith(1)];
    await seen(from.instances[0] ?? '', { quality_rating: 'RED' });
    await seen(from.instances[1] ?? '', { quality_rating: 'YELLOW' });
    const moved = await world.command('POST', 'move-partner-instance-to-customer', {
      instance_id: from.instances[0],
      target_customer_id: to.id,
    });
    expect(moved.status).toBe(200);
    expect([(await riskNow(from.id)).level, (await riskNow(to.id)).level]).toEqual(['watch', 'restricted']);
    await seen(from.instances[0] ?? '');
    expect((await riskNow(to.id)).level).toBe('ok');
    const merged = await world.command('POST', 'merge-partner-customers', {
      source_customer_id: from.id,
      target_customer_id: to.id,
    });
    expect(merged.status).toBe(200);
    expect((await riskNow(to.id)).level).toBe('watch');
  });
});

test('the summary of an instance has the risk of the instance, at any time', () => {
  const now = Date.UTC(2030, 0, 1);
  const word = fc.option(fc.constantFrom('GREEN', 'RED', 'CONNECTED', 'BANNED', 'LIMITED', 'WHATEVER', ''));
  const time = fc.integer({ min: now - 60 * hour, max: now }).map((at) => new Date(at).toISOString());
  const facts: fc.Arbitrary<RiskFacts> = fc.record({
    quality_rating: word,
    platform_status: word,
    can_send_message: word,
    account_state: fc.option(fc.constantFrom('OFFBOARDED', 'RECONNECTED')),
    restricted_until: fc.option(fc.integer({ min: now, max: now + 60 * hour }).map((at) => new Date(at).toISOString())),
    facts_at: fc.option(time),
    reported_at: fc.dictionary(
      fc.constantFrom('quality_rating', 'platform_status', 'can_send_message', 'verified_name'),
      time,
    ),
  });
  fc.assert(
    fc.property(facts, fc.integer({ min: 0, max: 60 }), (given, hours) => {
      const at = now + hours * hour;
      const stored = { ...unpackRisk(packRisk(given)), platform_errors: [] };
      expect(riskOf(stored, at)).toEqual(riskOf({ ...given, platform_errors: [] }, at));
      expect(packRisk(given).length).toBeLessThanOrEqual(300);
    }),
  );
});
