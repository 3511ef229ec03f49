import { brotliDecompressSync } from 'node:zlib';
import { z } from 'zod';
import { searchTermOf } from '../../../lambdas/domain/customer.ts';
import { revised } from '../../../lambdas/domain/instance.ts';
import type { SearchFilter } from '../../../lambdas/domain/search/search-row.ts';
import { instanceStatuses } from '../../../lambdas/domain/states/instance-states.ts';
import { newId } from '../../../lambdas/runtime/clock.ts';
import { runWork } from '../../../lambdas/runtime/run-work.ts';
import { foldSearch } from '../../../lambdas/jobs/fold-search.ts';
import { instanceClauses, readInstance } from '../../../lambdas/store/instances/instances.ts';
import { readPartner } from '../../../lambdas/store/partners/callers.ts';
import { makeFoldDue, readSearchHead } from '../../../lambdas/store/search/search-head.ts';
import { searchIndex } from '../../../lambdas/store/search/search-index.ts';
import { searchKeys } from '../../../lambdas/store/search/search-keys.ts';
import { scanRecords } from '../../../lambdas/store/search/search-records.ts';
import { searchedRecords } from '../../../lambdas/store/search/searched-records.ts';
import { commit } from '../../../lambdas/store/table/commit.ts';
import type { Table } from '../../../lambdas/store/table/table.ts';
import { noDeadline } from '../../../tools/harness/no-deadline.ts';
import type { TestTable } from '../../../tools/harness/test-table.ts';
import { rawItems } from '../../../tools/harness/traces.ts';
import { startErasureScene, type ErasureScene } from '../erasure/scene.ts';
import { dyingTable } from './dying-table.ts';
import { long } from './search-scene.ts';

const made = z.object({
  customer: z.optional(z.object({ customer_id: z.string() })),
  instance: z.optional(z.object({ id: z.string() })),
});

/** A partner with instances. */
export interface InstancePartner {
  readonly table: TestTable;
  readonly scene: ErasureScene;
  readonly partnerId: string;
  readonly customers: string[];
  readonly instances: string[];
}

let numbers = 0;

/** @param size of the partner */
export const startInstancePartner = async (table: TestTable, size: string): Promise<InstancePartner> => {
  const scene = await startErasureScene(table);
  const { partnerId } = scene.partner;
  if (size === 'large') {
    await scene.operate('partners size', { partner_id: partnerId, size });
    scene.clock.pass(10 * 60 * 60_000);
  }
  return { table, scene, partnerId, customers: [], instances: [] };
};

/** Has a worker fold the index. @param until 0 for a worker whose time is up after a step */
export const fold = async (
  { table, scene, partnerId }: InstancePartner,
  own: Table = table,
  until = Infinity,
): Promise<void> => {
  const { clock } = scene;
  await makeFoldDue(table, partnerId, 'I', clock.now());
  const deps = { table: own, clock: clock.now, newId, deadline: noDeadline, blockSize: 3 };
  await runWork({ searchFold: (work) => foldSearch(deps, work, until) }, searchKeys.head(partnerId, 'I'));
};

export const filterOf = (search: string, more: Partial<SearchFilter> = {}): SearchFilter => ({
  statuses: new Set(instanceStatuses),
  wabaId: null,
  ...more,
  term: searchTermOf(search),
});

const sizesOf = async ({ table, partnerId }: InstancePartner) => (await readPartner(table, partnerId))?.sizes ?? [];

/** Whether the index is built. */
export const isReady = async ({ table, partnerId }: InstancePartner): Promise<boolean> =>
  (await readSearchHead(table, partnerId, 'I'))?.isReady === true;

/** By the index; null when it does not answer. */
export const indexed = async (it: InstancePartner, filter: SearchFilter): Promise<readonly string[] | null> =>
  searchIndex(
    it.table,
    { records: searchedRecords.I, partnerId: it.partnerId, sizes: await sizesOf(it), now: it.scene.clock.now() },
    filter,
  );

/** By a look at every record. */
export const scanned = async (it: InstancePartner, filter: SearchFilter): Promise<readonly string[]> =>
  (await scanRecords(it.table, searchedRecords.I, it.partnerId, await sizesOf(it), filter)).ids;

export type Step = { readonly kind: string } & Partial<{
  readonly any: number;
  readonly other: number;
  readonly label: string;
  readonly number: string | null;
  readonly waba: string;
  readonly calls: number;
  readonly carriedOut: boolean;
}>;

/** For work of earlier scenes of the table as well, whose vaults are gone. */
const ofAnyone = ({ deps }: ErasureScene): ErasureScene['deps'] => ({
  ...deps,
  vault: {
    ...deps.vault,
    open: (sealed, context) => deps.vault.open(sealed, context).catch(() => 'a token of another scene'),
  },
});

const of = (all: readonly string[], at = 0): string => all[at % Math.max(1, all.length)] ?? '';

/** Stores what the platform says about a number. */
const tell = async (
  { table, scene, partnerId }: InstancePartner,
  id: string,
  name: string,
  phone: string | null,
): Promise<void> => {
  const record = await readInstance(table, partnerId, id);
  if (record === null) return;
  const facts = { verified_name: name, display_phone_number: phone };
  const next = {
    ...record,
    instance: revised(record.instance, facts, scene.clock.now()),
    revision: record.revision + 1,
  };
  await commit(table, instanceClauses(table, partnerId, next, record.instance));
};

const command = (
  { scene }: InstancePartner,
  method: 'POST' | 'PATCH',
  route: string,
  body: Record<string, unknown>,
): Promise<z.infer<typeof made>> =>
  scene.command(method, route, body).then(
    ({ body: answer, status }) => (status < 300 ? made.parse(answer) : {}),
    () => ({}),
  );

const newCustomer = async (it: InstancePartner): Promise<void> => {
  const external_customer_id = `X-${it.customers.length}`;
  const asked = { external_customer_id, customer_name: 'Acme' };
  const { customer } = await command(it, 'POST', 'upsert-partner-customer', asked);
  if (customer !== undefined) it.customers.push(customer.customer_id);
};

const newInstance = async (it: InstancePartner, customer_id: string, label: Step['label']): Promise<void> => {
  const { instance } = await command(it, 'POST', 'create-customer-instance', {
    customer_id,
    instance_key: `key-${it.instances.length}`,
    create_connect_session: false,
    ...(label !== '' && { instance_name: label }),
  });
  if (instance !== undefined) it.instances.push(instance.id);
};

export const carryOut = async (it: InstancePartner, given: Step): Promise<void> => {
  const { table, scene, customers, instances } = it;
  const customer_id = of(customers, given.any);
  const instance_id = of(instances, given.any);
  scene.clock.pass(1);
  switch (given.kind) {
    case 'customer':
      await newCustomer(it);
      return;
    case 'create':
      await newInstance(it, customer_id, given.label);
      return;
    case 'label':
      await command(it, 'PATCH', 'update-partner-instance-label', { instance_id, instance_name: given.label });
      return;
    case 'connect':
      numbers += 1;
      if (instance_id === '') return;
      await scene.connect(instance_id, `77${numbers}`, given.waba ?? '').catch(() => undefined);
      return;
    case 'facts':
      await tell(it, instance_id, given.label ?? '', given.number ?? null);
      return;
    case 'deactivate':
      await command(it, 'POST', 'deactivate-partner-instance', { instance_id });
      return;
    case 'merge': {
      const target_customer_id = of(customers, given.other);
      await command(it, 'POST', 'merge-partner-customers', { source_customer_id: customer_id, target_customer_id });
      return;
    }
    case 'erase':
      if (customer_id !== '') await scene.erase(customer_id).catch(() => undefined);
      return;
    case 'work':
      while (await scene.step(ofAnyone(scene)));
      scene.clock.pass(15_000);
      return;
    case 'wait':
      scene.clock.pass(long);
      return;
    case 'fold':
      await fold(it);
      return;
    case 'fold a step':
      await fold(it, table, 0);
      return;
    case 'die':
      await fold(it, dyingTable(table, given.calls ?? 0, given.carriedOut === true)).catch(() => undefined);
      return;
  }
};

/** Whether a text stands in the partner's index, packed or not. */
export const holds = async ({ table, partnerId }: InstancePartner, text: string): Promise<boolean> => {
  const items = (await rawItems(table)).filter(({ pk }) => String(pk).startsWith(`P#${partnerId}#SI`));
  return items.some((item) => {
    const { body } = item;
    const unpacked = body instanceof Uint8Array ? brotliDecompressSync(body.subarray(1)).toString() : '';
    return JSON.stringify(item).includes(text) || unpacked.includes(text);
  });
};
