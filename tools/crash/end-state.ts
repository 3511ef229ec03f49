import type { Item } from '../../lambdas/store/table/table.ts';
import { callCountPrefix } from '../../lambdas/store/usage/call-counts.ts';
import { customersPrefix } from '../../lambdas/store/usage/customer-changes.ts';
import { idBytes } from '../../lambdas/domain/usage/id-set.ts';
import { idsOfChunk } from '../../lambdas/store/usage/id-chunks.ts';
import { rawItems } from '../harness/traces.ts';
import type { Memory, Surroundings } from './surroundings.ts';

/** Everything that remains after a process, as comparable texts. */
export interface EndState {
  /** A text for each item of the table, each message and each record of the platform. */
  readonly documents: readonly string[];
  /** Messages that were repeated with the same id, which is allowed and counted. */
  readonly repeated: number;
}

/** Attributes that are not an effect: leases, numbers of attempts, costs. */
const bookkeeping = new Set([
  'revision',
  'lease',
  'lease_until',
  'busy_until',
  'fence',
  'attempts',
  'event_attempts',
  // Of a test event, with those that were disturbed.
  'attempt_log',
  'event_turn',
  'registrations',
  // The PIN is random.
  'pin',
  'tries',
  // The number of reports, including repeated ones.
  'added',
  'folded',
  // Items that were rewritten before a crash are not counted by the repetition.
  'rewritten',
  // How far a search index has come when it is folded.
  'covered',
  'sign_ups',
  // Whether an attempt was a probe: after a crash the endpoint is probed again.
  'probe',
  'last_used_day',
  'ttl',
]);

/** After a short failure of an endpoint, a record of its good health remains. */
const isHealthy = ({ sk, health }: Item): boolean =>
  sk === 'OUTBOX' && JSON.stringify(health) === JSON.stringify({ state: 'healthy' });

/** The facts of usage. */
const isFact = ({ pk }: Item): boolean => /^P#[^#]+#U#/.test(String(pk));

/** A repeated call is one more call. */
const isCallCount = (item: Item): boolean => isFact(item) && String(item['sk']).startsWith(callCountPrefix);

const isBookkeeping = ({ pk, sk }: Item): boolean =>
  /#(RATE|CONCURRENCY)$/.test(String(pk)) ||
  sk === 'BUDGET' ||
  (String(pk).includes('#C#') && String(sk).startsWith('A#'));

/** Without random choices: the lane of a count, the revision of a transition, and the shard of due work. */
const withoutChance = (item: Item): Item => {
  const { pk, sk, due_shard: shard, ...rest } = item;
  const inLane = isCount(item) ? String(sk).replace(/^([CF])#.*$/, '$1') : sk;
  const place = isFact(item) ? String(inLane).replace(/^(I#.*)#\d+$/, '$1') : inLane;
  return { pk, sk: place, ...rest, ...(shard !== undefined && { due_shard: textIn(shard).replace(/#\d+$/, '') }) };
};

const textIn = (value: unknown): string => (typeof value === 'string' ? value : '');

const isActiveChange = (item: Item): boolean => isFact(item) && String(item['sk']).startsWith(customersPrefix);

const isCount = (item: Item): boolean => /#N#[CIN]$/.test(String(item['pk'])) || isActiveChange(item);

const isIdChunk = (item: Item): boolean => isFact(item) && /^[ER]#/.test(String(item['sk']));

const idTextsOf = (chunk: Item): readonly string[] => {
  const body = Buffer.from(idsOfChunk(chunk));
  return Array.from({ length: body.length / idBytes }, (_, at) =>
    body.toString('hex', at * idBytes, (at + 1) * idBytes),
  );
};

/** Ids may be noted again, and in other chunks. */
const idTexts = (chunks: readonly Item[]): readonly string[] =>
  Array.from(
    Map.groupBy(chunks, ({ pk, sk }) => `${String(pk)} ${String(sk).slice(0, 2)}`),
    ([place, some]) => textOf('ids', { place, count: new Set(some.flatMap(idTextsOf)).size }),
  );

const isAudit = ({ pk }: Item): boolean => String(pk).startsWith('AUDIT#');

/** A repeated command writes another audit entry. Only whether it was given is compared. */
const auditText = ({ action, actor, subject }: Item): string => textOf('audit', { action, actor, subject });

const sumsOf = (items: readonly Item[]): readonly Item[] =>
  Array.from(Map.groupBy(items, ({ pk, sk }) => `${String(pk)} ${String(sk)}`).values(), (same) => {
    const sums: Record<string, unknown> = { pk: same[0]?.['pk'], sk: same[0]?.['sk'] };
    for (const item of same) {
      for (const [name, value] of Object.entries(item)) {
        if (typeof value === 'number') sums[name] = Number(sums[name] ?? 0) + value;
      }
    }
    return Object.fromEntries(Object.entries(sums).filter(([, value]) => value !== 0));
  });

const ordered = (value: unknown): unknown => {
  if (value instanceof Uint8Array) return '<bytes>';
  if (value instanceof Set) return Array.from(value, (one) => JSON.stringify(ordered(one))).sort();
  if (value instanceof Map) return ordered(Object.fromEntries(value));
  if (Array.isArray(value)) return value.map(ordered);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([name, inner]) => !bookkeeping.has(name) && inner !== undefined);
  return Object.fromEntries(
    entries.sort(([left], [right]) => (left < right ? -1 : 1)).map(([name, inner]) => [name, ordered(inner)]),
  );
};

/** A repeated call has a new request id, and which of the calls took effect is random. Quotes may be escaped. */
const requestIds = /(request_?[iI]d\\*":\\*")[0-9a-f-]{36}/g;

const textOf = (kind: string, value: unknown): string =>
  `${kind} ${JSON.stringify(ordered(value)).replaceAll(requestIds, '$1<request>')}`;

const itemTexts = (items: readonly Item[]): readonly string[] => {
  const kept = items
    .filter((item) => !isBookkeeping(item) && !isHealthy(item) && !isCallCount(item))
    .map(withoutChance);
  const counts = sumsOf(kept.filter(isCount));
  const others = kept.filter((item) => !isCount(item) && !isAudit(item) && !isIdChunk(item));
  return [
    ...[...others, ...counts].map((item) => textOf('item', item)),
    ...idTexts(kept.filter(isIdChunk)),
    ...new Set(kept.filter(isAudit).map(auditText)),
  ];
};

/**
 * The lines of a customer are deactivated at once, and chance decides which of them is first. So the texts do not say which event has
 * which number; that each number has an event, and each line, they say.
 */
const withoutOrder = (messages: Surroundings['inbox']): ((text: string) => string) => {
  const ids = messages
    .filter(({ text }) => text.includes('"type":"service.partner.instance.deactivated"'))
    .map(({ id }) => id);
  return (text) => {
    const some = ids.filter((id) => text.includes(id));
    const unnamed = some.reduce((left, id) => left.replaceAll(id, '<line at once>'), text);
    return some.length === 0 ? text : unnamed.replace(/(?<=\\"sequence\\":)\d+/, '<some>');
  };
};

export const readEndState = async (surroundings: Surroundings): Promise<EndState> => {
  const { table, inbox, simulator, queues, objects } = surroundings;
  const first = new Map(inbox.map((message) => [message.id, message] as const).toReversed());
  const { wabas, numbers, templates } = simulator;
  return {
    documents: [
      ...itemTexts(await rawItems(table)),
      ...Array.from(first.values())
        .filter(({ text }) => !text.includes('"type":"service.ping"'))
        .map(({ url, text }) => textOf('message', { url, text })),
      ...Array.from(wabas.values(), (waba) => textOf('waba', waba)),
      ...Array.from(numbers.values(), (number) => textOf('number', number)),
      ...Array.from(templates.values(), (template) => textOf('template', template)),
      ...Array.from(queues, ([queue, bodies]) => textOf('queue', { queue, bodies: new Set(bodies) })),
      ...Array.from(objects, ([key, content]) => textOf('object', { key, content })),
      ...surroundings.views.map((view) => `view ${view}`),
      ...surroundings.members().map((email) => textOf('member', email)),
    ].map(withoutOrder(inbox)),
    repeated: inbox.length - first.size,
  };
};

const times = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z|(?<!\d)1\d{9}(?:\d{3})?(?!\d)/g;

const epochOf = (time: string): number => {
  if (time.includes('T')) return Date.parse(time);
  return time.length === 10 ? Number(time) * 1000 : Number(time);
};

/**
 * The state before the run, to recognise new ids and times. Future times are not part of it, because something may happen
 * at exactly that time.
 */
export const knownBefore = ({ items }: Memory, start: number): string =>
  items
    .map((item) => JSON.stringify(item))
    .join('\n')
    .replaceAll(times, (time) => (epochOf(time) < start ? time : ''));
