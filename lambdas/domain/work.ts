import type { Milliseconds } from './time.ts';

/**
 * The queues of hints, each with the logical id of the function that is fed from it. The name of a queue is part of the
 * index (`due_shard`), of its logical id and of its environment variable.
 */
export const queues = {
  event: 'WebhookDelivery',
  slow: 'WebhookDelivery',
  outbox: 'OutboxKeeper',
  migration: 'WebhookMigration',
  lifecycle: 'Lifecycle',
  sync: 'TemplateSync',
  refresh: 'InstanceRefresh',
  report: 'ParkedReports',
} as const;

export type QueueName = keyof typeof queues;
export type Worker = (typeof queues)[QueueName];

const isQueueName = (name: string): name is QueueName => name in queues;
export const queueNames: readonly QueueName[] = Object.keys(queues).filter(isQueueName);

/** After so many receptions a hint goes to the queue for what failed; the sweep goes on finding its work. */
export const hintReceptions = 10;

/** When work that broke off is tried again. */
export type Retry =
  /** When the lease has run out, for as long as it takes. */
  | { readonly kind: 'lease' }
  /** After a pause that doubles from the first to the longest; `tries` is null for as many as it takes. */
  | {
      readonly kind: 'backoff';
      readonly first: Milliseconds;
      readonly longest: Milliseconds;
      readonly tries: number | null;
    }
  /** After the attempts of `domain/webhook/retry.ts`. */
  | { readonly kind: 'webhook' };

interface WorkRow {
  readonly queue: QueueName;
  /** A worker that has recorded no step for so long is taken for dead. The invocation's end may come first. */
  readonly lease: Milliseconds;
  readonly retry: Retry;
}

const second: Milliseconds = 1_000;
const minute: Milliseconds = 60 * second;
const retry = { kind: 'lease' } as const;

/** Every kind of work that waits in the table for its time. */
export const work = {
  // Longer than one exchange with the writes around it.
  event: { queue: 'event', lease: 30 * second, retry: { kind: 'webhook' } },
  // Outlasts the step under way when a run ends.
  outbox: { queue: 'outbox', lease: 120 * second, retry },
  // Longer than one wave: two calls to the platform a line, 24 s each at most.
  migration: { queue: 'migration', lease: 90 * second, retry },
  merge: { queue: 'lifecycle', lease: 90 * second, retry },
  deactivation: { queue: 'lifecycle', lease: 90 * second, retry },
  erasure: {
    queue: 'lifecycle',
    lease: 90 * second,
    retry: { kind: 'backoff', first: 10 * second, longest: 10 * minute, tries: 12 },
  },
  instance: { queue: 'lifecycle', lease: 60 * second, retry },
  connection: {
    queue: 'lifecycle',
    lease: 60 * second,
    retry: { kind: 'backoff', first: 15 * second, longest: 4 * minute, tries: 5 },
  },
  templatePass: { queue: 'sync', lease: 120 * second, retry },
  templateSchedule: { queue: 'sync', lease: 120 * second, retry },
  // Two calls a line, 24 s each at most, and time to spare; the time of the whole round comes on top.
  instanceWatch: { queue: 'refresh', lease: 120 * second, retry },
  // Longer than a worker lives.
  parkedReports: {
    queue: 'report',
    lease: 6 * minute,
    retry: { kind: 'backoff', first: 15 * second, longest: 5 * minute, tries: null },
  },
} as const satisfies Readonly<Record<string, WorkRow>>;

export type WorkKind = keyof typeof work;

const isWorkKind = (name: string): name is WorkKind => name in work;
export const workKinds: readonly WorkKind[] = Object.keys(work).filter(isWorkKind);

/** The kinds of work that a function does. */
export type WorkOf<W extends Worker> = {
  [K in WorkKind]: (typeof queues)[(typeof work)[K]['queue']] extends W ? K : never;
}[WorkKind];

type WithBackoff = {
  [K in WorkKind]: (typeof work)[K]['retry'] extends { readonly kind: 'backoff' } ? K : never;
}[WorkKind];

/** How long work waits after its tries failed so often in a row, at least once. */
export const retryPause = (kind: WithBackoff, failures: number): Milliseconds => {
  const { first, longest } = work[kind].retry;
  return Math.min(longest, first * 2 ** (failures - 1));
};

/** What people suffer while the work of a queue is late: the text of its alarm. No function loads it. */
export const whenLate: Readonly<Record<QueueName, string>> = {
  event: "Events reach the partners' endpoints late.",
  slow: 'Events reach slow endpoints late.',
  outbox: 'Endpoints that are well again do not get what waited for them.',
  migration: 'Lines go on calling the old endpoint after a partner gave a new one.',
  lifecycle: 'Merges, deactivations and connections stay half done.',
  sync: 'Partners see old templates.',
  refresh: 'Partners see old states of their lines.',
  report: 'Searches and health of some scopes lack reports that were parked.',
};

/** What is done, and what becomes of it after the last try, where there is a last one. No function loads it. */
export const described: Readonly<Record<WorkKind, { readonly about: string; readonly atEnd?: string }>> = {
  event: {
    about: "An event of a customer goes to the partner's endpoint.",
    atEnd: 'The event is given up. The operator can send it again for 30 days.',
  },
  outbox: { about: 'A paused endpoint is probed; events that waited for it are sent, kept or forgotten.' },
  migration: { about: "The callbacks of a partner's lines are pointed to a new endpoint." },
  merge: { about: "A merged customer's lines change their owner." },
  deactivation: { about: "A deactivated customer's lines are taken down." },
  erasure: {
    about: 'A customer is erased.',
    atEnd: 'The erasure has failed. The operator can begin it again.',
  },
  instance: { about: 'A line is taken down whose worker died while it took the line down.' },
  connection: {
    about: 'A connection that was interrupted is completed or undone.',
    atEnd: 'The connect session has failed. A new session is needed.',
  },
  templatePass: { about: 'The templates of a business account are read from the platform, page after page.' },
  templateSchedule: { about: "The next pass over a business account's templates begins." },
  instanceWatch: { about: "The platform is asked for the facts of a business account's lines." },
  parkedReports: { about: 'Delivery reports that an index did not take are brought to it.' },
};
