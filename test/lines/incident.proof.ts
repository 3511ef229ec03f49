import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { z } from 'zod';
import { hour, type Milliseconds } from '../../lambdas/kernel/time.ts';
import type { RoundDeps } from '../../lambdas/lines/instance-deps.ts';
import { refreshInstances } from '../../lambdas/lines/refresh-instances.ts';
import { newId, systemRetryPolicy } from '../../lambdas/runtime/clock.ts';
import { runWork } from '../../lambdas/runtime/run-work.ts';
import { keys, type Key } from '../../lambdas/store/table/keys.ts';
import { queryAll } from '../../lambdas/store/table/query.ts';
import { getItem } from '../../lambdas/store/table/read.ts';
import { noDeadline } from '../../tools/harness/no-deadline.ts';
import { startService, type TestService } from '../../tools/harness/service.ts';
import { testClock } from '../../tools/harness/test-clock.ts';
import { startTestTable, type TestTable } from '../../tools/harness/test-table.ts';
import { testVault } from '../../tools/harness/test-vault.ts';
import { connectedLine } from '../callbacks/connected-line.ts';
import { answeredOf } from '../callbacks/corpus-lines.ts';
import { CorpusPlatform } from '../callbacks/corpus-platform.ts';

const clock = testClock(Date.UTC(2026, 10, 20, 8));
const platform = new CorpusPlatform();
const vault = testVault();
const accountsOfPartner = 50;
const linesOfAccount = 5;

let table: TestTable;
let services: readonly TestService[];
let deps: RoundDeps;
let incidents = 0;

interface Watch {
  readonly key: Key;
  due: Milliseconds;
}
let watches: Watch[] = [];

const ids = z.object({
  customer: z.object({ customer_id: z.string() }).optional(),
  instance: z.object({ id: z.string() }).optional(),
});

/** The accounts of a partner, which are read one after another within six hours. */
const connect = async (service: TestService, first: number): Promise<void> => {
  const { partnerId } = service.partner;
  const post = async (body: Readonly<Record<string, unknown>>) =>
    ids.parse((await service.call('POST', { body })).body);
  const { customer } = await post({
    route: 'upsert-partner-customer',
    external_customer_id: 'C',
    customer_name: 'Acme',
  });
  for (let account = 0; account < accountsOfPartner; account += 1) {
    const wabaId = String(310_000_000_000_000 + first + account);
    const due = clock.now() + (6 * hour * (2 * account + first / 1_000)) / (2 * accountsOfPartner);
    for (let line = 0; line < linesOfAccount; line += 1) {
      const instance_key = `${account}-${line}`;
      const { instance } = await post({
        route: 'create-customer-instance',
        partner_customer_id: customer?.customer_id,
        instance_key,
        create_connect_session: false,
      });
      const phoneNumberId = `${wabaId}${line}`;
      const number = { phoneNumberId, display: `+49 30 ${phoneNumberId}`, wabaId, token: `token-${phoneNumberId}` };
      await connectedLine(deps, partnerId, instance?.id ?? '', number, due);
      platform.numbers.set(phoneNumberId, { ...answeredOf('line'), wabaId });
    }
    watches.push({ key: keys.instanceWatch(partnerId, wabaId), due });
  }
};

/** Reads the accounts as they are due. */
const pass = async (time: Milliseconds): Promise<void> => {
  const end = clock.now() + time;
  for (;;) {
    watches = watches.toSorted((left, right) => left.due - right.due);
    const [next] = watches;
    if (next === undefined || next.due > end) break;
    clock.pass(Math.max(0, next.due - clock.now()));
    const until = clock.now() + 60_000;
    await runWork({ instanceWatch: (work) => refreshInstances(deps, work, until) }, next.key);
    next.due = Date.parse(String((await getItem(table, next.key))?.['due_at']));
  }
  clock.pass(end - clock.now());
};

const partition = async (pk: string): Promise<readonly Readonly<Record<string, unknown>>[]> =>
  queryAll(table, { KeyConditionExpression: 'pk = :pk', ExpressionAttributeValues: { ':pk': pk } });

/** The statuses of all lines, with the number of each. */
const statuses = async (): Promise<Readonly<Record<string, number>>> => {
  const items = await Promise.all(services.map(({ partner }) => partition(keys.instance(partner.partnerId, '').pk)));
  const grouped = Map.groupBy(items.flat(), ({ status }) => String(status));
  return Object.fromEntries(Array.from(grouped, ([status, lines]) => [status, lines.length]));
};

const noticesOf = async ({ partner }: TestService): Promise<readonly unknown[]> =>
  (await partition(keys.notification(partner.partnerId, '').pk)).map(({ title }) => title);

const refuseAll = (): void => {
  for (const [id, { wabaId }] of platform.numbers) {
    platform.refusals.set(id, 'error.token_expired');
    platform.refusals.set(wabaId, 'error.token_expired');
  }
  platform.token = 'debug_token.invalid';
};

beforeAll(async () => {
  table = await startTestTable();
  const options = { clock: clock.now, rateScale: 10_000, platform, vault };
  services = [await startService(table, options), await startService(table, options)];
  deps = {
    table,
    retryPolicy: systemRetryPolicy,
    clock: clock.now,
    newId,
    vault,
    platform,
    deadline: noDeadline,
    app: () => Promise.resolve({ id: '880000000000501', secret: 'the-secret-of-the-app' }),
    region: null,
    reportIncident: () => {
      incidents += 1;
    },
  };
  for (const [index, service] of services.entries()) await connect(service, index * 1_000);
});
afterAll(() => table.stop());

test('an hour in which the platform refuses every token changes none of 500 lines, and notifies each partner once', async () => {
  await pass(6 * hour);
  expect(await statuses()).toEqual({ connected: 500 });
  refuseAll();
  platform.calls.length = 0;
  await pass(hour);
  const calls = platform.calls.length;
  expect(await statuses()).toEqual({ connected: 500 });
  expect(incidents).toBe(1);
  for (const service of services) expect(await noticesOf(service)).toEqual(['The platform refuses valid access']);
  // A few questions every ten minutes.
  expect(calls).toBeLessThan(100);
  platform.refusals.clear();
  platform.token = 'debug_token.several_wabas';
  platform.calls.length = 0;
  await pass(hour);
  // What waited is asked about within twenty minutes, and the rest in its round.
  expect(platform.calls.length).toBeGreaterThan(100);
  await pass(6 * hour);
  expect(await statuses()).toEqual({ connected: 500 });
  expect(incidents).toBe(1);
  for (const service of services) expect(await noticesOf(service)).toHaveLength(1);
});
