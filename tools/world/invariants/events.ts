import { z } from 'zod';
import type { Invariant } from './invariant.ts';
import type { View } from './view.ts';

/** The customer, or the business account, in whose sequence an event is. */
const sequenced = z.object({
  sequence: z.number(),
  subject: z.object({ customer_id: z.string().nullable() }),
  data: z.object({ template: z.object({ platform_waba_id: z.string() }).optional() }),
});

const again = z.object({ event_id: z.string(), event_turn: z.number().min(2) });

/** The events that ended without a delivery and were sent again: newer ones may arrive before them. */
const sentAgain = ({ items }: View): ReadonlySet<string> =>
  new Set(items.flatMap((item) => again.safeParse(item).data?.event_id ?? []));

/** The sequences of the first receipts, by customer. @param without the ids of events that are left out */
const sequencesOf = ({ world }: View, without: ReadonlySet<string>): ReadonlyMap<string, readonly number[]> => {
  const seen = new Set(without);
  const first = world.endpoints.received.filter(({ id }) => !seen.has(id) && seen.add(id));
  const found = first.flatMap(({ text }) => {
    const { data, success } = sequenced.safeParse(JSON.parse(text));
    if (!success) return [];
    const { subject, data: about, sequence } = data;
    return [{ customer: subject.customer_id ?? about.template?.platform_waba_id ?? '', sequence }];
  });
  return new Map(
    Array.from(
      Map.groupBy(found, ({ customer }) => customer),
      ([customer, some]) => [customer, some.map(({ sequence }) => sequence)] as const,
    ),
  );
};

const sequencesThat = (
  view: View,
  isBroken: (sequences: readonly number[], of: string) => boolean,
  without: ReadonlySet<string> = new Set(),
): readonly string[] =>
  Array.from(sequencesOf(view, without)).flatMap(([customer, sequences]) =>
    isBroken(sequences, customer) ? [`${customer}: ${sequences.join(' ')}`] : [],
  );

const numbered = z.object({ sk: z.string().startsWith('H#'), event_id: z.string() });
const listed = z.object({
  items: z.array(z.object({ id: z.string(), status: z.string(), sequence: z.number().nullable() })),
  total: z.number(),
});

export const eventRules: readonly Invariant[] = [
  {
    rule: 'the events of a customer arrive in their order',
    broken: (view) =>
      sequencesThat(
        view,
        (sequences) => sequences.some((sequence, index) => index > 0 && sequence <= (sequences[index - 1] ?? 0)),
        sentAgain(view),
      ),
  },
  {
    rule: 'no event is missing while the endpoint was not disabled',
    broken: (view) => {
      // An erasure takes what an event says that waits.
      const erased = new Set(
        view.customers.filter(({ status }) => status.startsWith('eras')).map((one) => one.customer_id),
      );
      return view.world.wasDisabled
        ? []
        : sequencesThat(view, (sequences, of) => !erased.has(of) && new Set(sequences).size < Math.max(...sequences));
    },
  },
  {
    rule: 'the list of events has each event, as it ended',
    broken: ({ items, answers, world }) => {
      const { items: shown, total } = listed.parse(answers.get('list-partner-webhook-events'));
      const made = items.flatMap((item) => numbered.safeParse(item).data?.event_id ?? []);
      const received = new Set(world.endpoints.received.map(({ id }) => id));
      return [
        ...made.filter((id) => !shown.some((one) => one.id === id)).map((id) => `${id} is not listed`),
        ...shown
          .filter(({ id, status }) => (status === 'delivered' && !received.has(id)) || status === 'waiting')
          .map(({ id, status }) => `${id} is ${status}`),
        ...(total === shown.length ? [] : [`${total} counted, ${shown.length} listed`]),
      ];
    },
  },
];
