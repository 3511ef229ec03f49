import { type Milliseconds, second, minute } from './time.ts';

/**
 * The queues of hints, each with the logical id of its consumer. The name of a queue is part of `due_shard`, of the
 * queue's logical id and of its environment variable.
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
  fold: 'Folding',
  import: 'CustomerImport',
} as const;

export type QueueName = keyof typeof queues;
export type Worker = (typeof queues)[QueueName];

export const isQueueName = (name: string): name is QueueName => name in queues;
export const queueNames: readonly QueueName[] = Object.keys(queues).filter(isQueueName);

/** After so many receptions a hint goes to the dead-letter queue. The sweep still finds its work. */
export const hintReceptions = 10;

/** When interrupted work is retried. */
export type Retry =
  /** When the lease expires, without a limit. */
  | { readonly kind: 'lease' }
  /** After a pause that doubles from `first` to `longest`; `tries` is null without a limit. */
  | {
      readonly kind: 'backoff';
      readonly first: Milliseconds;
      readonly longest: Milliseconds;
      readonly tries: number | null;
    }
  /** By the retry schedule of `domain/webhook/retry.ts`. */
  | { readonly kind: 'webhook' };

interface WorkRow {
  readonly queue: QueueName;
  /** How long a worker holds the work without recording a step; at most until the end of its invocation. */
  readonly lease: Milliseconds;
  readonly retry: Retry;
}

const retry = { kind: 'lease' } as const;

export const work = {
  // Longer than one exchange with the writes around it.
  event: { queue: 'event', lease: 30 * second, retry: { kind: 'webhook' } },
  // Longer than the last step of a run.
  outbox: { queue: 'outbox', lease: 120 * second, retry },
  // Longer than one exchange with the writes around it.
  testEvent: { queue: 'outbox', lease: 60 * second, retry: { kind: 'webhook' } },
  // Longer than one run with its last step.
  resend: {
    queue: 'outbox',
    lease: 120 * second,
    retry: { kind: 'backoff', first: 10 * second, longest: 10 * minute, tries: 12 },
  },
  // Longer than two calls to the platform, 24 s each at most, for a batch of instances at once.
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
  // Longer than two calls to the platform, 24 s each at most. The time of a whole round is added.
  instanceWatch: { queue: 'refresh', lease: 120 * second, retry },
  // Longer than an invocation.
  parkedReports: {
    queue: 'report',
    lease: 6 * minute,
    retry: { kind: 'backoff', first: 15 * second, longest: 5 * minute, tries: null },
  },
  // Longer than a worker lives.
  reportFold: {
    queue: 'fold',
    lease: 6 * minute,
    retry: { kind: 'backoff', first: 15 * second, longest: 5 * minute, tries: null },
  },
  // Longer than a worker lives.
  searchFold: {
    queue: 'fold',
    lease: 6 * minute,
    retry: { kind: 'backoff', first: 15 * second, longest: 5 * minute, tries: null },
  },
  // Longer than one run with its last batches.
  customerImport: {
    queue: 'import',
    lease: 90 * second,
    retry: { kind: 'backoff', first: 5 * second, longest: 5 * minute, tries: 12 },
  },
  // Longer than a worker lives.
  usageClose: { queue: 'fold', lease: 6 * minute, retry },
  // Longer than a read and a commit.
  keyWatch: { queue: 'lifecycle', lease: 60 * second, retry },
  // Longer than an update for each member of a partner who wants mails.
  criticalNotice: { queue: 'lifecycle', lease: 60 * second, retry },
  // Longer than the attempts of a call of SES. The tries take a day.
  noticeMail: {
    queue: 'lifecycle',
    lease: 60 * second,
    retry: { kind: 'backoff', first: minute, longest: 60 * minute, tries: 29 },
  },
  // Longer than the updates between two records of the progress.
  formRewrite: { queue: 'lifecycle', lease: 90 * second, retry },
} as const satisfies Readonly<Record<string, WorkRow>>;

export type WorkKind = keyof typeof work;

const isWorkKind = (name: string): name is WorkKind => name in work;
export const workKinds: readonly WorkKind[] = Object.keys(work).filter(isWorkKind);

export type WorkOf<W extends Worker> = {
  [K in WorkKind]: (typeof queues)[(typeof work)[K]['queue']] extends W ? K : never;
}[WorkKind];

type WithBackoff = {
  [K in WorkKind]: (typeof work)[K]['retry'] extends { readonly kind: 'backoff' } ? K : never;
}[WorkKind];

/** The pause after so many consecutive failures, at least one. */
export const retryPause = (kind: WithBackoff, failures: number): Milliseconds => {
  const { first, longest } = work[kind].retry;
  return Math.min(longest, first * 2 ** (failures - 1));
};

/** What people notice while a queue's work is late: the description of its alarm. No function loads it. */
export const whenLate: Readonly<Record<QueueName, string>> = {
  event: "Events reach the partners' endpoints late.",
  slow: 'Events reach slow endpoints late.',
  outbox: 'Endpoints that have recovered do not get the events that waited for them. Test events and resends are late.',
  migration: 'The platform still calls the old endpoint after a partner set a new one.',
  lifecycle:
    'Merges, deactivations, erasures and connections are not completed. Members get no mails about critical notifications. Stored forms are not rewritten.',
  sync: 'Partners see outdated templates.',
  refresh: 'Partners see outdated states of their instances.',
  report: 'Searches and delivery health read parked reports one by one.',
  fold: 'Searches and delivery health read more and more reports and changes that are not folded. Usage is not closed.',
  import: 'Imports of customers are not completed.',
};

/** What each kind does, and what happens after the last try. No function loads it. */
export const described: Readonly<Record<WorkKind, { readonly about: string; readonly atEnd?: string }>> = {
  event: {
    about: "An event of a customer goes to the partner's endpoint.",
    atEnd: 'The event is given up. The partner or the operator can send it again for 30 days.',
  },
  outbox: { about: 'A paused endpoint is probed. Events that waited for it are sent, kept or deleted.' },
  testEvent: {
    about: "A test event goes to the partner's endpoint.",
    atEnd: 'The test event is given up. The partner can request another one.',
  },
  resend: {
    about: "A partner's undelivered events, or one event, are sent again. What waits is tried at once.",
    atEnd: 'The resend has failed. The partner can begin another one.',
  },
  migration: { about: "The callbacks of a partner's instances are set to a new endpoint." },
  merge: { about: "A merged customer's instances change their owner." },
  deactivation: { about: "A deactivated customer's instances are deactivated." },
  erasure: {
    about: 'A customer is erased.',
    atEnd: 'The erasure has failed. The operator can start it again.',
  },
  instance: { about: 'An interrupted deactivation of an instance is resumed.' },
  connection: {
    about: 'An interrupted connection is completed or undone.',
    atEnd: 'The connect session has failed. A new session is needed.',
  },
  templatePass: { about: 'The templates of a business account are read from the platform, page after page.' },
  templateSchedule: { about: "The next pass over a business account's templates begins." },
  instanceWatch: {
    about:
      "The platform is asked for the facts of a business account's instances. Members are notified of tokens that expire.",
  },
  parkedReports: { about: 'Parked delivery reports are folded into their index.' },
  reportFold: { about: "A partner's delivery reports are folded into its indexes." },
  customerImport: {
    about: "The rows of a partner's imports of customers are carried out, import after import.",
    atEnd: 'The oldest import has failed. The partner can send its rows again. The next import begins.',
  },
  searchFold: { about: "New and changed customers, or instances, are folded into their partner's search index." },
  usageClose: { about: "The days of a partner's usage are closed. Large days that are open are counted." },
  keyWatch: { about: 'Owners and admins are notified of an API key that ends soon.' },
  criticalNotice: { about: 'A critical notification joins the next mail of each member who wants such mails.' },
  noticeMail: {
    about: 'A member gets one mail about the critical notifications of the last five minutes.',
    atEnd: 'The mail is given up. The portal shows its notifications.',
  },
  formRewrite: { about: 'Items of earlier versions of a stored form are rewritten, a batch every ten seconds.' },
};
