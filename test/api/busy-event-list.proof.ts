import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { z } from 'zod';
import { eventTypes } from '../../lambdas/domain/event.ts';
import { newId } from '../../lambdas/runtime/clock.ts';
import { batchWrite } from '../../lambdas/store/table/batch-write.ts';
import { keys } from '../../lambdas/store/table/keys.ts';
import { packRows } from '../../lambdas/store/webhooks/event-row-codec.ts';
import { startService, type Reply, type TestPartner, type TestService } from '../../tools/harness/service.ts';
import { startTestTable, type TestTable } from '../../tools/harness/test-table.ts';
import { problemsOf } from './replies.ts';

const hour = 3_600_000;
const now = Date.UTC(2030, 5, 20, 12, 30);
const eventsAnHour = 4_000;
const copies = 14;
/** About 70 MB, of which a call reads 32. */
const hours = 70;

let table: TestTable;
let service: TestService;
let partner: TestPartner;

const customer = newId(now);

/** The rows of an hour, each several times, as when an event changed several times. */
const plantHour = async (start: number): Promise<void> => {
  const rows = Array.from({ length: eventsAnHour }, (_, index) => ({
    id: newId(start + index),
    customerId: customer,
    number: index,
    type: eventTypes[0],
    createdAt: start + index,
    turn: 1,
    end: 'delivered' as const,
    firstDelivered: null,
  }));
  const body = packRows(rows);
  const name = new Date(start).toISOString().slice(0, 13);
  const puts = Array.from({ length: copies }, (_, copy) => ({
    PutRequest: { Item: { ...keys.eventChunk(partner.partnerId, name, String(copy)), body } },
  }));
  await batchWrite(table, puts);
};

const startOfHour = now - (now % hour);

beforeAll(async () => {
  table = await startTestTable();
  service = await startService(table, { clock: () => now });
  partner = await service.newPartner();
  for (let back = 0; back < hours; back += 1) await plantHour(startOfHour - back * hour);
});
afterAll(() => table.stop());

/** Of a page after the last one, so that the entries of the events are not needed. */
const list = (query: Readonly<Record<string, string>>): Promise<Reply> =>
  service.call('GET', {
    bearer: partner.apiKey,
    query: { route: 'list-partner-webhook-events', page: '9999', ...query },
  });

const pageOf = ({ body }: Reply) => z.object({ total: z.int(), date_from: z.optional(z.iso.datetime()) }).parse(body);

test('a list of more events than a call reads has whole hours, the newest, and says since when', async () => {
  const [first, last] = [pageOf(await list({})), pageOf(await list({ page: '99999', page_size: '200' }))];
  const since = Date.parse(first.date_from ?? '');
  expect(since % hour).toBe(0);
  const read = (startOfHour - since) / hour + 1;
  expect(read).toBeGreaterThan(20);
  expect(read).toBeLessThan(hours);
  expect(first.total).toBe(read * eventsAnHour);
  expect(last).toEqual(first);
});

test('dates that have more events than a call reads are refused, and the time that is named is accepted', async () => {
  const from = new Date(startOfHour - 60 * hour).toISOString();
  const refused = await list({ date_from: from });
  expect(problemsOf(refused)).toMatchObject([{ path: 'date_from', rule: 'events' }]);
  const [cure = ''] = /\d{4}-[\d:.TZ-]+/.exec(refused.text.split('date_from must be')[1] ?? '') ?? [];
  const accepted = await list({ date_from: cure });
  expect(accepted.status).toBe(200);
  expect(pageOf(accepted)).toEqual({ total: ((startOfHour - Date.parse(cure)) / hour + 1) * eventsAnHour });
});

test('older dates are listed on their own', async () => {
  const [from, to] = [startOfHour - 69 * hour, startOfHour - 60 * hour].map((at) => new Date(at).toISOString());
  const { total } = pageOf(await list({ date_from: from ?? '', date_to: to ?? '' }));
  expect(total).toBe(9 * eventsAnHour + 1);
});

test('a list counts as many calls as it takes 40 read units', async () => {
  const leftOf = ({ headers }: Reply): number => Number(/r=(\d+)/.exec(String(headers['ratelimit']))?.[1]);
  const query = { date_from: new Date(startOfHour - 5 * hour).toISOString() };
  const [before, after] = [leftOf(await list(query)), leftOf(await list(query))];
  // Six hours of a megabyte each are 130 units of 8 KB, and each hour's last page is rounded up.
  expect(before - after).toBeGreaterThanOrEqual(17);
  expect(before - after).toBeLessThanOrEqual(21);
});
