import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { z } from 'zod';
import type { ImportDeps } from '../../../lambdas/jobs/imports/import-deps.ts';
import { unpackEntry } from '../../../lambdas/store/customers/packed-entry.ts';
import { entrySortPrefix, keys } from '../../../lambdas/store/table/keys.ts';
import { dice } from '../../../tools/harness/dice.ts';
import type { TestPartner } from '../../../tools/harness/service.ts';
import { startTestTable, type TestTable } from '../../../tools/harness/test-table.ts';
import { rawItems } from '../../../tools/harness/traces.ts';
import { Killed } from '../../mortal.ts';
import { mortalTable } from '../../events/mortal-table.ts';
import { failuresOf, importOf, importScene, type ImportScene } from './import-scene.ts';

/** The whole proof has 50,000 rows: IMPORT_ROWS=50000. */
const rowCount = Number(process.env['IMPORT_ROWS'] ?? 3_000);
const deathsWanted = 50;
const perCall = 1_000;

let table: TestTable;
let scene: ImportScene;
let partner: TestPartner;

beforeAll(async () => {
  table = await startTestTable();
  scene = await importScene(table);
  partner = await scene.service.newPartner();
});
afterAll(() => table.stop());

type Kind = 'new' | 'changed' | 'same' | 'invalid';

/** Three of five rows are new. */
const kindOf = (at: number): Kind => {
  const turn = at % 10;
  if (turn < 6) return 'new';
  if (turn < 8) return 'changed';
  return turn === 8 ? 'same' : 'invalid';
};

const row = (at: number, name: string) => ({
  external_customer_id: `row-${at}`,
  customer_name: name,
  customer_email: `owner-${at}@example.com`,
  metadata: { at },
});

const known = (at: number) => row(at, `Customer ${at}`);
const sent = (at: number) => {
  switch (kindOf(at)) {
    case 'new':
    case 'same':
      return known(at);
    case 'changed':
      return row(at, `Customer ${at} renamed`);
    case 'invalid':
      return row(at, '');
  }
};

const inCalls = <T>(rows: readonly T[]): readonly (readonly T[])[] =>
  Array.from({ length: Math.ceil(rows.length / perCall) }, (_, call) =>
    rows.slice(call * perCall, (call + 1) * perCall),
  );

const sendAll = async (rows: readonly object[]): Promise<readonly string[]> => {
  const ids: string[] = [];
  for (const customers of inCalls(rows)) {
    ids.push(importOf(await scene.send(partner, customers)).id);
    scene.clock.pass(1);
  }
  return ids;
};

const read = async (id: string) => importOf(await scene.read(partner, id));

const numbers = Array.from({ length: rowCount }, (_, at) => at);
const externalItem = z.object({ customer_id: z.string() });

/** The entries and the events of each customer, by its external id. */
const storedOf = async () => {
  const items = await rawItems(table);
  const prefix = keys.externalId(partner.partnerId, '').pk;
  const externalIds = new Map(
    items.flatMap((item) => {
      const pk = String(item['pk']);
      return pk.startsWith(prefix) ? [[externalItem.parse(item).customer_id, pk.slice(prefix.length)]] : [];
    }),
  );
  const found = new Map<string, { entries: string[]; events: number }>();
  for (const externalId of externalIds.values()) found.set(externalId, { entries: [], events: 0 });
  for (const item of items) {
    const [pk, sk] = [String(item['pk']), String(item['sk'])];
    const externalId = externalIds.get(pk.split('#C#')[1] ?? '');
    if (externalId === undefined || !sk.startsWith(entrySortPrefix)) continue;
    const of = found.get(externalId);
    const { entry, event } = unpackEntry(item['entry']);
    of?.entries.push(entry.event);
    if (of !== undefined && event !== null) of.events += 1;
  }
  return { found, left: items.filter((item) => String(item['sk']).startsWith('R#')).length };
};

/** Has workers carry out the imports, of which the first ones die. */
const carryOut = async (ids: readonly string[]): Promise<number> => {
  const random = dice(7);
  let deaths = 0;
  // A worker makes about three calls for each batch of 22 rows.
  const chance = Math.min(0.2, (deathsWanted * 20) / rowCount);
  const dying = (): ImportDeps => ({
    ...scene.deps,
    table: mortalTable(table, random, chance, () => (deaths += 1)),
  });
  const isRunning = async (): Promise<boolean> => (await read(ids.at(-1) ?? '')).status === 'running';
  for (let round = 0; round < 500 && (await isRunning()); round += 1) {
    const isMortal = deaths < deathsWanted;
    try {
      await scene.work(partner, isMortal ? dying() : scene.deps);
    } catch (error) {
      if (!(error instanceof Killed)) throw error;
    }
    // The next worker finds the work when the lease or the pause has ended.
    scene.clock.pass(600_000);
  }
  return deaths;
};

test(`${rowCount} rows are carried out once each, although the worker is killed ${deathsWanted} times`, async () => {
  const existing = numbers.filter((at) => kindOf(at) === 'changed' || kindOf(at) === 'same').map(known);
  await sendAll(existing);
  await scene.work(partner);
  const ids = await sendAll(numbers.map(sent));
  const began = performance.now();
  const deaths = await carryOut(ids);
  const took = performance.now() - began;
  console.log(`${rowCount} rows, ${deaths} deaths: ${(took / 1_000).toFixed(1)} s`);
  expect(deaths).toBeGreaterThanOrEqual(deathsWanted);

  const sums = { created: 0, updated: 0, unchanged: 0, failed: 0 };
  const failedIndexes: number[] = [];
  for (const [call, id] of ids.entries()) {
    const reply = await scene.read(partner, id, { page_size: '200' });
    const one = importOf(reply);
    expect(one).toMatchObject({ status: 'completed' });
    expect(one.created + one.updated + one.unchanged + one.failed).toBe(one.total);
    for (const name of ['created', 'updated', 'unchanged', 'failed'] as const) sums[name] += one[name];
    failedIndexes.push(...failuresOf(reply).items.map(({ index }) => call * perCall + index));
  }
  const count = (kind: Kind): number => numbers.filter((at) => kindOf(at) === kind).length;
  expect(sums).toEqual({
    created: count('new'),
    updated: count('changed'),
    unchanged: count('same'),
    failed: count('invalid'),
  });
  expect(failedIndexes).toEqual(numbers.filter((at) => kindOf(at) === 'invalid'));

  const { found, left } = await storedOf();
  expect(left).toBe(0);
  const wrong = numbers.filter((at) => {
    const stored = found.get(`row-${at}`);
    const kind = kindOf(at);
    if (kind === 'invalid') return stored !== undefined;
    const wanted = kind === 'changed' ? 'customer_created,customer_updated 1' : 'customer_created 0';
    return `${stored?.entries.join() ?? ''} ${stored?.events ?? ''}` !== wanted;
  });
  expect(wrong).toEqual([]);
  const list = await scene.service.call('GET', { bearer: partner.apiKey, query: { route: 'list-partner-customers' } });
  expect(list.body['total']).toBe(count('new') + existing.length);
});
