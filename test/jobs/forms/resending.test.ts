import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { rewritings } from '../../../lambdas/store/forms/rewritten-forms.ts';
import { keys } from '../../../lambdas/store/table/keys.ts';
import { resendEvent } from '../../../lambdas/store/webhooks/event-resend.ts';
import { outboxEventOf } from '../../../lambdas/store/webhooks/outbox-events.ts';
import { storeEntriesInVersion1 } from '../../../tools/harness/earlier-entries.ts';
import { testClock } from '../../../tools/harness/test-clock.ts';
import { startTestTable, type TestTable } from '../../../tools/harness/test-table.ts';
import { rawItems } from '../../../tools/harness/traces.ts';
import { startWorld, type World } from '../../../tools/harness/world.ts';
import { interposed } from '../../interposed-table.ts';

const clock = testClock();
let table: TestTable;
let world: World;
beforeAll(async () => {
  table = await startTestTable();
  world = await startWorld(table, clock.now);
});
afterAll(() => table.stop());

describe('an event that has ended', () => {
  it('is sent again although its entry is rewritten meanwhile', async () => {
    const customerId = await world.customer('a');
    const changes = { customer_name: 'Another' };
    await world.command('PATCH', 'update-partner-customer', { customer_id: customerId, changes });
    await storeEntriesInVersion1(table);
    const key = keys.historyEntry(world.partner.partnerId, customerId, 2);
    await table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key: { ...key },
        UpdateExpression: 'SET event_end = :end REMOVE due_shard, due_at, lease',
        ExpressionAttributeValues: { ':end': 'given_up' },
      }),
    );
    const read = async () => (await rawItems(table)).find(({ pk, sk }) => pk === key.pk && sk === key.sk) ?? {};
    const item = await read();
    let isRewritten = false;
    const meddled = interposed(table, async (command, send) => {
      if (command instanceof UpdateCommand && !isRewritten) {
        isRewritten = true;
        const bytes = item['entry'];
        if (!(bytes instanceof Uint8Array)) throw new Error('there is no entry');
        expect(await rewritings['history-entry'].rewrite(table, { key, bytes, position: '' })).toBe(true);
      }
      return send();
    });
    expect(await resendEvent(meddled, outboxEventOf(item), clock.now())).toBe(true);
    const { entry, event_end: end } = await read();
    expect([entry instanceof Uint8Array && entry[0], end]).toEqual([2, undefined]);
  });
});
