import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { DeliveryEvent } from '@swift-worker/time-index/event.ts';
import { Contended, ReportedBefore } from '../../lambdas/kernel/errors.ts';
import { withSize, type Sizes } from '../../lambdas/domain/size.ts';
import { findMessage } from '../../lambdas/store/delivery/find-message.ts';
import { recordEvent } from '../../lambdas/store/delivery/message-record.ts';
import { startTestTable, type TestTable } from '../../tools/harness/test-table.ts';
import { plainEvent } from '../delivery/reports.ts';

const start = Date.UTC(2030, 0, 1);
const sizes: Sizes = withSize([], 'large', start);
const since = Date.parse(sizes[0]?.since ?? '');
const partnerId = randomUUID();

let table: TestTable;
beforeAll(async () => {
  table = await startTestTable();
});
afterAll(() => table.stop());

const siteAt = (event: DeliveryEvent, now: number) => findMessage(table, { partnerId, sizes }, event, now);

/** Two reports of a new message, so that its possible keys differ. */
const reports = async (): Promise<readonly [DeliveryEvent, DeliveryEvent]> => {
  const [one, other] = [randomUUID(), randomUUID()].map((id) => plainEvent(id, { received_at: start }));
  if (one === undefined || other === undefined) throw new Error('there are two');
  for (;;) {
    const message = { message_id: randomUUID() };
    const pair = [
      { ...one, ...message },
      { ...other, ...message },
    ] as const;
    const [before, after] = await Promise.all([siteAt(pair[0], start), siteAt(pair[0], since + 120_000)]);
    if (before.key.pk !== after.key.pk) return pair;
  }
};

describe('a message that two environments report at once while the size of its partner changes', () => {
  const times = [
    [since - 1, since],
    [since, since - 1],
    [since - 59_000, since + 59_000],
  ] as const;
  test.each(times)('is stored under one key: at %d and %d', async (earlier, later) => {
    const [one, other] = await reports();
    const [first, second] = await Promise.all([siteAt(one, earlier), siteAt(other, later)]);
    expect(first.key.pk).not.toBe(second.key.pk);
    await recordEvent(table, first, one);
    await expect(recordEvent(table, second, other)).rejects.toThrow(Contended);
    const again = await siteAt(other, later);
    expect(again.key).toEqual(first.key);
    await expect(recordEvent(table, again, other)).rejects.toThrow(new ReportedBefore(one.id));
    await recordEvent(table, again, { ...other, status: 'read' });
  });
});
