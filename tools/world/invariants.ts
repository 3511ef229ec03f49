import { z } from 'zod';
import { minute } from '../../lambdas/kernel/time.ts';
import { waitingOf } from '../crash/background.ts';
import { queueOf } from '../crash/queue-addresses.ts';
import { urls } from './ground.ts';
import type { World } from './world.ts';

/** A rule of the contract that holds when everything is settled. */
interface Invariant {
  readonly rule: string;
  /** @returns what breaks it */
  readonly broken: (view: View) => readonly string[];
}

const line = z.object({
  id: z.string(),
  status: z.string(),
  slot_state: z.string().nullable(),
  occupies_slot: z.boolean(),
  platform_phone_number_id: z.string().nullable(),
  partner_customer_id: z.string(),
  coexistence: z.boolean(),
  display_phone_number: z.string().nullable(),
  callback: z.object({ state: z.string() }),
  session: z.object({ status: z.string() }).nullable(),
});
type Line = z.infer<typeof line>;

const found = z.object({ instance: line });

/** What can be seen from outside at the end. */
export interface View {
  readonly world: World;
  readonly lines: readonly Line[];
  /** The partner's endpoint. */
  readonly url: string;
  /** The callback of each number at the platform. */
  readonly callbacks: ReadonlyMap<string, string | null>;
  readonly overdue: readonly string[];
}

const endpoint = z.object({ endpoint: z.object({ url: z.string() }) });

export const viewOf = async (world: World): Promise<View> => {
  const lines: Line[] = [];
  for (const instance_id of world.lines) {
    lines.push(found.parse((await world.look('get-partner-instance', { instance_id })).body).instance);
  }
  const own = endpoint.parse((await world.look('get-partner-webhook-endpoint', {})).body).endpoint;
  const overdue = waitingOf(await world.items()).filter(({ at }) => at < world.scheduler.now - 15 * minute);
  return {
    world,
    lines,
    url: own.url,
    callbacks: new Map(
      Array.from(world.platform.state.numbers.values(), ({ id, overrideCallbackUri }) => [id, overrideCallbackUri]),
    ),
    overdue: overdue.map(({ hint: { pk, sk } }) => `${pk} ${sk}`),
  };
};

const isConnected = ({ status }: Line): boolean => ['connected', 'degraded'].includes(status);

/** The customer in whose sequence an event is. */
const sequenced = z.object({
  sequence: z.number(),
  data: z.object({
    customer: z.object({ customer_id: z.string() }).optional(),
    target_customer: z.object({ customer_id: z.string() }).optional(),
    to_customer_id: z.string().optional(),
    customer_id: z.string().optional(),
  }),
});

/** The sequences of the first receipts, by customer. */
const sequencesOf = ({ world }: View): ReadonlyMap<string, readonly number[]> => {
  const seen = new Set<string>();
  const first = world.endpoints.received.filter(({ id }) => !seen.has(id) && seen.add(id));
  const found = first.flatMap(({ text }) => {
    const { data, success } = sequenced.safeParse(JSON.parse(text));
    if (!success) return [];
    const { customer, target_customer: target, to_customer_id: to, customer_id: id } = data.data;
    return [{ customer: target?.customer_id ?? to ?? customer?.customer_id ?? id ?? '', sequence: data.sequence }];
  });
  return new Map(
    Array.from(
      Map.groupBy(found, ({ customer }) => customer),
      ([customer, some]) => [customer, some.map(({ sequence }) => sequence)] as const,
    ),
  );
};

const sequencesThat = (view: View, isBroken: (sequences: readonly number[]) => boolean): readonly string[] =>
  Array.from(sequencesOf(view)).flatMap(([customer, sequences]) =>
    isBroken(sequences) ? [`${customer}: ${sequences.join(' ')}`] : [],
  );

export const invariants: readonly Invariant[] = [
  { rule: 'every call has a final answer, and none is 500', broken: ({ world }) => world.faults },
  { rule: 'nothing is overdue', broken: ({ overdue }) => overdue },
  {
    rule: 'no message ends in the failed queue',
    broken: ({ world }) => world.systems.queues.get(queueOf('failed')) ?? [],
  },
  {
    rule: 'an active callback is at the platform',
    broken: ({ world, lines, url, callbacks }) =>
      lines
        .filter((one) => one.callback.state === 'active' && isConnected(one))
        .filter((one) => !world.removedUnnoticed.has(one.platform_phone_number_id ?? ''))
        .filter((one) => callbacks.get(one.platform_phone_number_id ?? '') !== url)
        .map((one) => `${one.id} (${one.status}): ${String(callbacks.get(one.platform_phone_number_id ?? ''))}`),
  },
  {
    rule: 'a number without a line has no callback',
    broken: ({ lines, callbacks }) => {
      const used = new Set(lines.filter((one) => one.status !== 'inactive').map((one) => one.platform_phone_number_id));
      return Array.from(callbacks)
        .filter(([id, callback]) => !used.has(id) && urls.some((url) => url === callback))
        .map(([id, callback]) => `${id}: ${String(callback)}`);
    },
  },
  {
    rule: 'a line has the facts of its present number',
    broken: ({ lines, world }) =>
      lines.filter(isConnected).flatMap((one) => {
        const number = world.platform.state.numbers.get(one.platform_phone_number_id ?? '');
        if (number === undefined) return [`${one.id}: its number does not exist`];
        const isOnApp = number.fields['is_on_biz_app'] === true;
        const isShown = one.display_phone_number === number.fields['display_phone_number'];
        return isShown && one.coexistence === isOnApp
          ? []
          : [`${one.id}: ${String(one.display_phone_number)}, coexistence ${String(one.coexistence)}`];
      }),
  },
  {
    rule: 'a number has one line',
    broken: ({ lines }) =>
      Array.from(
        Map.groupBy(lines.filter(isConnected), (one) => one.platform_phone_number_id),
        ([number, some]) => (some.length > 1 ? `${String(number)}: ${some.map(({ id }) => id).join(', ')}` : ''),
      ).filter((text) => text !== ''),
  },
  {
    rule: 'no line stays between two states',
    broken: ({ lines }) =>
      lines
        .filter(({ status, session }) => {
          const isOpen = session !== null && ['open', 'in_progress'].includes(session.status);
          return status === 'deactivating' || (status === 'connecting' && !isOpen);
        })
        .map(({ id, status }) => `${id}: ${status}`),
  },
  {
    rule: 'the events of a customer arrive in their order',
    broken: (view) =>
      sequencesThat(view, (sequences) =>
        sequences.some((sequence, index) => index > 0 && sequence <= (sequences[index - 1] ?? 0)),
      ),
  },
  {
    rule: 'no event is missing while the endpoint was not disabled',
    broken: (view) =>
      view.world.wasDisabled
        ? []
        : sequencesThat(view, (sequences) => new Set(sequences).size < Math.max(...sequences)),
  },
];
