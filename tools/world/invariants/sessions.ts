import { z } from 'zod';
import type { Invariant } from './invariant.ts';
import { hasNumber, isConnected } from './line-states.ts';
import type { View } from './view.ts';

const stored = z.object({
  session: z.object({ id: z.string(), instance_id: z.string(), status: z.string(), expires_at: z.string() }),
  progress: z.object({ asks: z.unknown() }).nullable(),
  token_hash: z.string(),
  due_at: z.string().optional(),
});

const isOpen = (status: string): boolean => ['open', 'in_progress'].includes(status);

export const sessionRules: readonly Invariant[] = [
  {
    rule: 'an open session is the latest of its line, has a link, and has work or asks something',
    broken: ({ items, lines, world }) => {
      const links = new Set(items.map(({ pk }) => String(pk)));
      return items
        .flatMap((item) => stored.safeParse(item).data ?? [])
        .filter(({ session }) => isOpen(session.status))
        .filter(({ session, progress, token_hash: hash, due_at: due }) => {
          if (session.status === 'open' && Date.parse(session.expires_at) <= world.scheduler.now) return false;
          const isLatest = lines.some((one) => one.id === session.instance_id && one.session?.id === session.id);
          const isAsking = progress !== null && progress.asks !== null;
          const hasWork = session.status === 'open' || isAsking || due !== undefined;
          return !isLatest || !hasWork || !links.has(`CONNECT#${hash}`);
        })
        .map(({ session }) => `${session.id} of ${session.instance_id}: ${session.status}`);
    },
  },
  {
    rule: 'an ended session keeps no progress, no token and no work',
    broken: ({ items }) =>
      items
        .flatMap((item) => stored.safeParse(item).data ?? [])
        .filter(({ session, progress, due_at: due }) => !isOpen(session.status) && (progress !== null || due))
        .map(({ session }) => `${session.id}: ${session.status}`),
  },
];

/** The ids of the entries about connections of each line, of customers whose history was not erased. */
const connectionsOf = ({ customers }: View): ReadonlyMap<string, ReadonlySet<string>> => {
  // A line that recovers has such an entry too, of its status alone.
  const entries = customers.flatMap(({ history }) =>
    history.filter(
      ({ event, changed_fields: fields }) => event === 'instance_connected' && fields.includes('connected_at'),
    ),
  );
  const byLine = Map.groupBy(entries, ({ related }) => related.instance_id ?? '');
  return new Map(Array.from(byLine, ([id, some]) => [id, new Set(some.map((one) => one.id))] as const));
};

export const connectionRules: readonly Invariant[] = [
  {
    rule: 'each completed session of a line has one entry of a connection, and no other has one',
    broken: (view) => {
      if (view.customers.some(({ status }) => status.startsWith('eras'))) return [];
      const sessions = view.items.flatMap((item) => stored.safeParse(item).data?.session ?? []);
      const connections = connectionsOf(view);
      return view.lines.flatMap(({ id }) => {
        const completed = sessions.filter((one) => one.instance_id === id && one.status === 'completed').length;
        const found = connections.get(id)?.size ?? 0;
        return found === completed ? [] : [`${id}: ${found} entries of ${completed} sessions`];
      });
    },
  },
];

export const secretRules: readonly Invariant[] = [
  {
    rule: 'the token of a line is for its present number, and an inactive line has none',
    broken: ({ lines, opened, world: { platform } }) =>
      lines.flatMap((one) => {
        const token = opened.tokens.get(one.id) ?? null;
        if (!hasNumber(one)) return token === null || one.status !== 'inactive' ? [] : [`${one.id} is inactive`];
        const { numbers, wabas, tokens } = platform.state;
        const waba = wabas.get(numbers.get(one.platform_phone_number_id ?? '')?.wabaId ?? '');
        const portfolio = tokens.get(token ?? '')?.portfolioId;
        return portfolio !== undefined && portfolio === waba?.portfolioId ? [] : [`${one.id}: ${String(portfolio)}`];
      }),
  },
  {
    rule: 'the PIN that a line gave its number is kept',
    broken: ({ lines, customers, opened, world }) =>
      lines.flatMap((one) => {
        // An erasure takes the PINs of the customer's lines, and a later line of a number that is registered has none.
        if (customers.some(({ status }) => status.startsWith('eras'))) return [];
        const number = world.platform.state.numbers.get(one.platform_phone_number_id ?? '');
        if (!isConnected(one) || one.coexistence || number?.registered !== true || number.twoStep.ignored) return [];
        if (world.ledger.foreignPins.has(number.id)) return [];
        // Another line may have registered the number before.
        const isKept = Array.from(opened.pins.values()).includes(number.twoStep.pin ?? '');
        return isKept ? [] : [`${one.id} has another one than its number`];
      }),
  },
];
