import * as z from 'zod/mini';

/** The answer of `GET /console/state`, which the page shows. It holds no credentials. */

/** `wrong`: signed with another secret, or changed in transit; `stale`: signed more than five minutes before it was received. */
export const signatures = ['verified', 'wrong', 'stale', 'unsigned'] as const;

const time = z.string();

const inboxEvent = z.object({
  /** The event's id; null when the request was not an event of the service. */
  webhookId: z.nullable(z.string()),
  /** Who sent it, by its form. A signature proves it. */
  from: z.enum(['service', 'platform', 'unknown']),
  /** The type of an event, the fields of a callback. */
  title: z.nullable(z.string()),
  /** The customer or the line that an event is about. */
  about: z.nullable(z.string()),
  isTest: z.boolean(),
  firstAt: time,
  lastAt: time,
  /** The status that each attempt was answered with, in order. */
  answers: z.array(z.number()),
  /** Of the last attempt. */
  signature: z.enum(signatures),
  /** Of the last attempt; only the beginning of a long body. */
  body: z.string(),
});
export type InboxEvent = z.infer<typeof inboxEvent>;

export const endpointHealths = ['healthy', 'slow', 'failing', 'paused', 'disabled'] as const;

const endpoint = z.object({
  health: z.enum(endpointHealths),
  /** Since when nothing was answered with 2xx. */
  since: z.nullable(time),
  /** Of a paused one. */
  probeAt: z.nullable(time),
});
export type ConsoleEndpoint = z.infer<typeof endpoint>;

const queue = z.object({
  name: z.string(),
  visible: z.number(),
  inFlight: z.number(),
  delayed: z.number(),
  /** Whether it is the dead-letter queue. */
  isForFailed: z.boolean(),
});
export type ConsoleQueue = z.infer<typeof queue>;

const waitingWork = z.object({
  name: z.string(),
  /** `queue`: a queue delivers it when it is due. `partner`: events that wait for an endpoint or for the operator. */
  source: z.enum(['queue', 'partner']),
  count: z.number(),
  /** How many are due already. */
  overdue: z.number(),
  /** When the oldest of these was due. */
  overdueSince: z.nullable(time),
});
export type WaitingWork = z.infer<typeof waitingWork>;

export const consoleState = z.object({
  /** When it differs, the stack was restarted, and the page's credentials may be outdated. */
  run: z.string(),
  at: time,
  /** `count` of all events; `events` has the newest of them. `endpoint` is null when the table can't be read. */
  partners: z.array(
    z.object({
      number: z.number(),
      events: z.array(inboxEvent),
      count: z.number(),
      endpoint: z.nullable(endpoint),
    }),
  ),
  queues: z.array(queue),
  /** Mails to members other than the seeded ones, newest first. */
  invited: z.array(z.object({ to: z.string(), at: time })),
  /** The mails about notifications that SES accepted since the start, newest first. */
  mails: z.array(z.object({ to: z.string(), subject: z.string(), text: z.string(), at: time })),
  /** Null when the table can't be read. */
  waiting: z.nullable(z.object({ isWhole: z.boolean(), work: z.array(waitingWork) })),
});
export type ConsoleState = z.infer<typeof consoleState>;
