import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { testCaller } from '../../../tools/harness/service.ts';
import { PlatformError } from '../../../lambdas/platform/errors.ts';
import { unpackEntry } from '../../../lambdas/store/customers/packed-entry.ts';
import { keys } from '../../../lambdas/store/table/keys.ts';
import { queryAll } from '../../../lambdas/store/table/query.ts';
import { readSlots } from '../../../lambdas/store/instances/slots.ts';
import type { TestTable } from '../../../tools/harness/test-table.ts';
import { neverStored, personal, personalTexts, type Planted } from './plant.ts';
import { quiet, withErasureScene, type ErasureScene } from './scene.ts';
import { foundIn, tableTexts, textsWithin } from '../../../tools/harness/traces.ts';

let table: TestTable;
let scene: ErasureScene;
withErasureScene((...started) => {
  [scene, table] = started;
});

const events = async (customerId: string): Promise<readonly string[]> => {
  const items = await queryAll(table, {
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :entry)',
    ExpressionAttributeValues: { ':pk': keys.historyEntry(scene.partner.partnerId, customerId, 0).pk, ':entry': 'H#' },
  });
  return items.flatMap((item) => {
    const { event } = unpackEntry(item['entry']);
    return event?.data === undefined ? [] : [JSON.stringify(event)];
  });
};
const typed = z.object({ type: z.string() });
const kinds = async (customerId: string): Promise<readonly string[]> =>
  (await events(customerId)).map((event) => typed.parse(JSON.parse(event)).type.split('.').at(-1) ?? '');

const statusOf = async (customerId: string): Promise<unknown> => {
  const reply = await scene.query('get-partner-customer', { customer_id: customerId });
  return z.object({ customer: z.object({ status: z.string() }) }).parse(reply.body).customer.status;
};

describe('the erasure of a customer', () => {
  let planted: Planted;

  it('removes every personal text, all of which were found before', async () => {
    planted = await scene.plant({ updates: 6, reports: 12 });
    const before = foundIn(personalTexts, await tableTexts(table));
    expect(before.toSorted()).toEqual(personalTexts.filter((text) => !neverStored.includes(text)).toSorted());
    const sequence = scene.clock.now();
    await scene.erase(planted.customerId);
    expect(await statusOf(planted.customerId)).toBe('erasing');
    await scene.finish(planted.customerId);
    expect(scene.clock.now() - sequence).toBeGreaterThanOrEqual(quiet);
    const after = await tableTexts(table);
    expect(after.filter((text) => foundIn(personalTexts, [text]).length > 0)).toEqual([]);
  });

  it('sends the partner events with ids only', async () => {
    expect(await kinds(planted.customerId)).toEqual(['erasure_started', 'erased']);
    for (const event of await events(planted.customerId)) {
      const { data, ...rest } = z.looseObject({ data: z.record(z.string(), z.unknown()) }).parse(JSON.parse(event));
      expect(Object.keys(rest)).toEqual(['type', 'sequence', 'external_customer_id']);
      expect(rest['external_customer_id']).toBeNull();
      expect(data).toEqual({ customer_id: planted.customerId, erasure_id: expect.any(String) as unknown });
    }
  });

  it('keeps the actions, times and actors', async () => {
    const reply = await scene.query('get-partner-customer-history', {
      customer_id: planted.customerId,
      page_size: '200',
    });
    const history = z
      .object({
        total: z.number(),
        items: z.array(
          z.object({
            event: z.string(),
            actor: z.object({ type: z.string(), id: z.string() }),
            changed_fields: z.array(z.string()),
            previous: z.record(z.string(), z.unknown()),
            new: z.record(z.string(), z.unknown()),
            reason: z.null(),
          }),
        ),
      })
      .parse(reply.body);
    expect(history.items).toHaveLength(history.total);
    expect(history.items.filter(({ event }) => event.startsWith('customer_eras'))).toMatchObject([
      { event: 'customer_erased', previous: { status: 'erasing' }, new: { status: 'erased' } },
      { event: 'customer_erasure_started', actor: { type: 'operator', id: 'operator' } },
    ]);
    const update = history.items.find(({ event }) => event === 'customer_updated');
    expect(update).toMatchObject({
      actor: { type: 'partner_key' },
      new: Object.fromEntries((update?.changed_fields ?? []).map((field) => [field, null])),
    });
  });

  it('leaves a record without personal data', async () => {
    const { body } = await scene.query('get-partner-customer', { customer_id: planted.customerId });
    expect(body).toMatchObject({
      customer: {
        customer_id: planted.customerId,
        customer_name: 'Erased customer',
        customer_email: null,
        customer_phone: null,
        metadata: {},
        external_customer_id: `erased:${planted.customerId}`,
        status: 'erased',
        slot: { state: 'free' },
      },
    });
    expect(foundIn(personalTexts, textsWithin(body))).toEqual([]);
  });

  it('hides it in the list without `include_erased`, and in every search', async () => {
    const listed = async (query: Record<string, string>) => {
      const { body } = await scene.query('list-partner-customers', { page_size: '200', ...query });
      return z.object({ items: z.array(z.object({ customer_id: z.string() })), total: z.number() }).parse(body);
    };
    const ids = (page: { items: { customer_id: string }[] }) => page.items.map(({ customer_id: id }) => id);
    expect(ids(await listed({}))).not.toContain(planted.customerId);
    expect(ids(await listed({ include_erased: 'true' }))).toContain(planted.customerId);
    expect(ids(await listed({ status: 'erased' }))).toHaveLength(3);
    expect((await listed({ include_erased: '1', search: 'quillfeather' })).total).toBe(0);
    expect((await listed({ include_erased: '1', search: '98765' })).total).toBe(0);
  });

  it('makes the instances inactive, without their names, and refuses reports for them', async () => {
    const [instance] = planted.instances;
    const { body } = await scene.query('get-partner-instance', { instance_id: instance?.id ?? '' });
    expect(body).toMatchObject({
      instance: {
        status: 'inactive',
        slot_state: 'released',
        instance_name: null,
        display_phone_number: null,
        verified_name: null,
        username: null,
        session: null,
      },
    });
    expect((await scene.query('get-partner-instance', { instance_key: personal.instanceKeyOne })).status).toBe(404);
    const report = { phone_number_id: instance?.phoneNumberId, status: 'read', message_id: 'late' };
    scene.clock.pass(10_001);
    expect((await scene.command('POST', 'report-partner-message-status', report)).status).toBe(404);
  });

  it('keeps the number and the times of the delivery events, without their identifiers', async () => {
    const { body } = await scene.query('search-partner-delivery-events', {
      customer_id: planted.customerId,
      page_size: '200',
    });
    const found = z
      .object({
        total: z.number(),
        items: z.array(
          z.object({
            status: z.string(),
            message_id: z.null(),
            recipient: z.null(),
            recipient_hash: z.null(),
            error: z.object({ code: z.number(), title: z.null() }).nullable(),
          }),
        ),
      })
      .parse(body);
    expect([found.total, found.items.length]).toEqual([12, 12]);
    expect(found.items.filter(({ error }) => error !== null)).toHaveLength(3);
  });

  it('refuses every further change, and finds no stored response for an old key', async () => {
    const selector = { customer_id: planted.customerId };
    const changes = { customer_name: personal.name };
    const codeOf = async (answer: Promise<{ status: number; body: unknown }>) => {
      const { status, body } = await answer;
      const error = z.object({ error: z.object({ code: z.string() }) }).safeParse(body);
      return error.success ? error.data.error.code : status;
    };
    const [instance] = planted.instances;
    const partner = scene.command;
    expect([
      await codeOf(partner('PATCH', 'update-partner-customer', { ...selector, changes }, `${personal.updateKey}-0`)),
      await codeOf(partner('PATCH', 'update-partner-customer', { ...selector, changes })),
      await codeOf(partner('POST', 'reactivate-partner-customer', { partner_customer_id: planted.customerId })),
      await codeOf(
        partner('PATCH', 'update-partner-instance-label', { instance_id: instance?.id, instance_name: 'Maria' }),
      ),
      await codeOf(partner('POST', 'create-connect-session', { instance_id: instance?.id })),
      await codeOf(
        partner('POST', 'create-customer-instance', { partner_customer_id: planted.customerId, instance_key: 'new' }),
      ),
      await codeOf(
        partner('POST', 'move-partner-instance-to-customer', {
          instance_id: instance?.id,
          target_customer_id: planted.others[2],
          reason: 'x',
        }),
      ),
      await codeOf(
        partner('POST', 'deactivate-partner-customer', { partner_customer_id: planted.customerId }, 'again-and-again'),
      ),
      await codeOf(
        partner('POST', 'deactivate-partner-instance', { instance_id: instance?.id }, 'again-and-again-instance'),
      ),
    ]).toEqual([...Array.from({ length: 7 }, () => 'invalid_state'), 200, 200]);
  });

  it('frees the external id, and keeps the instance keys reserved', async () => {
    const anew = await scene.command('POST', 'upsert-partner-customer', {
      external_customer_id: personal.externalId,
      customer_name: 'Somebody new',
    });
    expect(anew.status).toBe(201);
    const taken = await scene.command('POST', 'create-customer-instance', {
      external_customer_id: personal.externalId,
      instance_key: personal.instanceKeyOne,
    });
    expect(taken.body).toMatchObject({ error: { code: 'instance_key_taken', details: { instance_id: null } } });
  });

  it('is in the audit trail, with the actor and what was freed', async () => {
    const { entries } = z
      .object({
        entries: z.array(
          z.object({ action: z.string(), actor: z.unknown(), subject: z.record(z.string(), z.string()) }),
        ),
      })
      .parse(await scene.operate('audit list', { partner_id: scene.partner.partnerId }));
    expect(entries.filter(({ subject }) => subject['customer_id'] === planted.customerId)).toMatchObject([
      {
        action: 'customer erased',
        actor: { type: 'service', id: 'erasure' },
        subject: { customer_id: planted.customerId, instances: '3', events: '12' },
      },
      {
        action: 'customers erase',
        actor: { type: 'operator', id: testCaller.arn },
        subject: { customer_id: planted.customerId },
      },
    ]);
  });

  it('checks once more afterwards, and then is no longer due', async () => {
    scene.clock.pass(10 * 60_000);
    expect(await scene.step()).toBe(true);
    scene.clock.pass(24 * 60 * 60_000);
    expect(await scene.step()).toBe(false);
  });

  it('changes nothing when it is requested again', async () => {
    expect(await scene.erase(planted.customerId)).toMatchObject({ status: 'erased', erasure: { state: 'done' } });
    expect(await kinds(planted.customerId)).toEqual(['erasure_started', 'erased']);
  });
});

describe('an erasure when the platform does not remove callbacks', () => {
  it('continues with an instance that did not fit into the time', async () => {
    const customerId = await scene.customer('short');
    const instance = await scene.instance(customerId, 'short');
    await scene.connect(instance, 'number-short', 'waba-short');
    let isFirst = true;
    scene.platform.fail = () => {
      const error = isFirst ? new PlatformError({ kind: 'out_of_time', message: 'no answer in time' }) : null;
      isFirst = false;
      return error;
    };
    await scene.erase(customerId);
    await scene.finish(customerId);
    expect(await statusOf(customerId)).toBe('erased');
    expect(await kinds(customerId)).toEqual(['erasure_started', 'erased']);
  });

  it('fails, keeps the slot, and can be restarted', async () => {
    const customerId = await scene.customer('stuck');
    const instance = await scene.instance(customerId, 'stuck');
    await scene.connect(instance, 'number-stuck', 'waba-stuck');
    const { taken } = await readSlots(table, scene.partner.partnerId);
    scene.platform.fail = () => new PlatformError({ kind: 'transient', message: 'down' });
    await scene.erase(customerId);
    await scene.finish(customerId);
    expect(await statusOf(customerId)).toBe('erasure_failed');
    expect((await readSlots(table, scene.partner.partnerId)).taken).toBe(taken);
    await expect(scene.erase(customerId)).rejects.toThrow('invalid_state');
    const update = { customer_id: customerId, changes: { customer_name: 'Changed' } };
    expect((await scene.command('PATCH', 'update-partner-customer', update)).status).toBe(409);
    scene.platform.fail = () => null;
    const selector = { partner_id: scene.partner.partnerId, customer_id: customerId };
    expect(await scene.operate('customers erasure', selector)).toMatchObject({
      status: 'erasure_failed',
      erasure: { state: 'failed', instances_failed: 1 },
    });
    await scene.operate('customers retry-erasure', selector);
    await scene.finish(customerId);
    expect(await statusOf(customerId)).toBe('erased');
    expect(await kinds(customerId)).toEqual(['erasure_started', 'erasure_failed', 'erasure_started', 'erased']);
    expect(await scene.operate('customers retry-erasure', selector)).toMatchObject({ status: 'erased' });
  });
});
