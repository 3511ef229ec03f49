import { z } from 'zod';
import { minute } from '../../../lambdas/kernel/time.ts';
import type { Item } from '../../../lambdas/store/table/table.ts';
import { waitingOf } from '../../processes/background.ts';
import { callbackUrl } from '../platform.ts';
import type { World } from '../world.ts';
import { leftOfErased } from './left-of-erased.ts';
import { isConnected } from './line-states.ts';
import { secretsOf, type Opened } from './secrets.ts';
import { syncAnswer, templatesAnswer, type Synchronised } from './synchronised.ts';

const apiError = z.object({ code: z.string(), message: z.string() }).nullable();

const line = z.object({
  id: z.string(),
  instance_key: z.string(),
  status: z.string(),
  slot_state: z.string().nullable(),
  occupies_slot: z.boolean(),
  platform_phone_number_id: z.string().nullable(),
  platform_waba_id: z.string().nullable(),
  partner_customer_id: z.string(),
  coexistence: z.boolean(),
  display_phone_number: z.string().nullable(),
  callback: z.object({ state: z.string(), last_error: apiError }),
  connection: z.object({ connected_at: z.string().nullable(), last_error: apiError }),
  risk: z
    .object({
      level: z.string(),
      reasons: z.array(z.unknown()),
      platform_errors: z.array(z.object({ code: z.number() })),
    })
    .nullable(),
  session: z.object({ id: z.string(), status: z.string() }).nullable(),
});
export type Line = z.infer<typeof line>;

const customer = z.object({
  customer_id: z.string(),
  external_customer_id: z.string().nullable(),
  status: z.string(),
  merged_into: z.string().nullable(),
  instance_count: z.number(),
  instances: z.array(z.object({ id: z.string() })),
  slot: z.object({ occupied: z.number() }).nullable(),
});

const entry = z.object({
  id: z.string(),
  event: z.string(),
  changed_fields: z.array(z.string()),
  previous: z.record(z.string(), z.unknown()),
  new: z.record(z.string(), z.unknown()),
  related: z.object({ instance_id: z.string().optional(), source_customer_id: z.string().optional() }),
});

/** A customer as the API shows it, with its history, oldest first. */
interface Customer extends z.infer<typeof customer> {
  readonly history: readonly z.infer<typeof entry>[];
  readonly historyTotal: number;
}

/** What can be seen at the end: by the API, in the table, and at the platform. */
export interface View {
  readonly world: World;
  readonly items: readonly Item[];
  readonly lines: readonly Line[];
  readonly customers: readonly Customer[];
  /** Where the callbacks of lines belong: the partner's endpoint, or the service that sends them on. */
  readonly url: string;
  /** The callback of each number at the platform. */
  readonly callbacks: ReadonlyMap<string, string | null>;
  readonly overdue: readonly string[];
  /** Answers to queries of routes that some rules need, by route. */
  readonly answers: ReadonlyMap<string, unknown>;
  /** The answers to queries of each customer's usage. */
  readonly usages: readonly unknown[];
  /** The answers to queries of each accepted import. */
  readonly imports: readonly unknown[];
  readonly synchronised: readonly Synchronised[];
  readonly opened: Opened;
  /** Personal texts of erased customers, each with where it was found. */
  readonly left: readonly string[];
}

const lineAnswer = z.object({ instance: line });
const customerAnswer = z.object({ customer });
const historyAnswer = z.object({ items: z.array(entry), total: z.number() });
const endpointAnswer = z.object({ endpoint: z.object({ url: z.string() }) });
const callbacksAnswer = z.object({ platform_callbacks: z.object({ mode: z.enum(['direct', 'relay']) }) });

/** The ids of the records in the partitions of a kind. */
const idsIn = (items: readonly Item[], partnerId: string, kind: 'C' | 'I'): readonly string[] => {
  const partition = new RegExp(`^P#${partnerId}#${kind}(#\\d\\d)?$`);
  return items.filter(({ pk }) => partition.test(String(pk))).map(({ sk }) => String(sk));
};

const customerOf = async (world: World, customer_id: string): Promise<Customer> => {
  const shown = customerAnswer.parse((await world.look('get-partner-customer', { customer_id })).body);
  const asked = { customer_id, page_size: '200' };
  const { items, total } = historyAnswer.parse((await world.look('get-partner-customer-history', asked)).body);
  return { ...shown.customer, history: items.toReversed(), historyTotal: total };
};

/** Queries whose answers rules compare with the table. */
const queries: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'list-partner-customers': { page_size: '200' },
  'list-partner-instances': { page_size: '200' },
  // Every key has one.
  'search-partner-instances': { page_size: '200', search: '-' },
  'get-partner-webhook-migration': { page_size: '200' },
  'list-partner-webhook-events': { page_size: '200' },
  'search-partner-delivery-events': {
    page_size: '200',
    date_from: '2030-01-02T00:00:00Z',
    date_to: '2030-01-31T00:00:00Z',
  },
  'get-partner-delivery-health': { window_hours: '72' },
  'get-partner-usage': { date_from: '2030-01-02', date_to: '2030-01-02' },
};

const usagesOf = async (world: World, customers: readonly Customer[]): Promise<readonly unknown[]> => {
  const usages: unknown[] = [];
  for (const { customer_id } of customers) {
    const query = { ...queries['get-partner-usage'], customer_id };
    usages.push((await world.look('get-partner-usage', query)).body);
  }
  return usages;
};

const importsOf = async (world: World): Promise<readonly unknown[]> => {
  const imports: unknown[] = [];
  for (const import_id of world.ledger.imports.keys())
    imports.push((await world.look('get-partner-customer-import', { import_id, page_size: '200' })).body);
  return imports;
};

const synchronisedOf = async (world: World, lines: readonly Line[]): Promise<readonly Synchronised[]> => {
  const found: Synchronised[] = [];
  for (const waba_id of new Set(lines.filter(isConnected).flatMap((one) => one.platform_waba_id ?? []))) {
    const pass = syncAnswer.safeParse((await world.look('get-partner-platform-template-sync', { waba_id })).body);
    const list = await world.look('list-partner-platform-templates', { waba_id, page_size: '200' });
    if (pass.success) found.push({ sync: pass.data.sync, list: templatesAnswer.parse(list.body) });
  }
  return found;
};

/** A reading of a large day that was never counted begins its count, and asks the caller to come again. */
const haveUsageCounted = async (world: World): Promise<void> => {
  const query = { route: 'get-partner-usage', ...queries['get-partner-usage'] };
  const { status } = await world.service.call('GET', { query });
  if (status === 503) await world.settle();
};

export const viewOf = async (world: World): Promise<View> => {
  await haveUsageCounted(world);
  const items = await world.items();
  const lines: Line[] = [];
  for (const instance_id of idsIn(items, world.partnerId, 'I')) {
    lines.push(lineAnswer.parse((await world.look('get-partner-instance', { instance_id })).body).instance);
  }
  const customers: Customer[] = [];
  for (const id of idsIn(items, world.partnerId, 'C')) customers.push(await customerOf(world, id));
  const answers = new Map<string, unknown>();
  for (const [route, query] of Object.entries(queries)) answers.set(route, (await world.look(route, query)).body);
  const own = endpointAnswer.parse((await world.look('get-partner-webhook-endpoint', {})).body).endpoint;
  const { mode } = callbacksAnswer.parse(
    (await world.look('get-partner-platform-callbacks', {})).body,
  ).platform_callbacks;
  const overdue = waitingOf(items).filter(({ at }) => at < world.scheduler.now - 15 * minute);
  const seen = {
    world,
    items,
    lines,
    customers,
    answers,
    usages: await usagesOf(world, customers),
    imports: await importsOf(world),
    synchronised: await synchronisedOf(world, lines),
    url: mode === 'relay' ? callbackUrl : own.url,
    callbacks: new Map(
      Array.from(world.platform.state.numbers.values(), ({ id, overrideCallbackUri }) => [id, overrideCallbackUri]),
    ),
    overdue: overdue.map(({ hint: { pk, sk } }) => `${pk} ${sk}`),
  };
  return { ...seen, opened: await secretsOf(seen), left: await leftOfErased(seen) };
};
