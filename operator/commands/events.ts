import { Argument, Option } from 'commander';
import { z } from 'zod';
import { attempt } from '../attempt.ts';
import { describe, type Area } from '../description.ts';
import { customerId, cursorOption, instant, partnerId } from '../fields.ts';
import { card, moment, more, table } from '../layout.ts';

const event = z.object({
  event_id: z.string(),
  type: z.string(),
  customer_id: z.string(),
  sequence: z.number(),
  state: z.string(),
  attempts: z.number(),
  committed_at: z.string(),
});
type Event = z.infer<typeof event>;

/** Event types without the prefix that all of them share. */
const kindOf = (it: Event): string => it.type.replace(/^service\.partner\./, '');

const listed = z.object({ events: z.array(event), cursor: z.string().nullable() });
/** With what only programs read. */
const whole = z.looseObject({ events: z.array(z.looseObject(event.shape)) });

/** The oldest first. */
const inOrder = (one: Event, other: Event): number => one.committed_at.localeCompare(other.committed_at);

const customerOption = (): Option =>
  new Option('--customer-id <id>', 'all events of this customer, whatever their state');

const resent = z.object({ resent: z.number(), more: z.boolean(), until: z.string() });

export const events: Area = {
  name: 'events',
  summary: 'The events that are sent to the endpoints of partners',
  commands: [
    describe({
      name: 'events list',
      summary: 'List the undelivered events of a partner, or all events of one customer',
      arguments: [partnerId()],
      options: [
        new Option(
          '--parked',
          'the events that wait until the endpoint answers again, instead of the undelivered ones',
        ),
        customerOption(),
        cursorOption(),
      ],
      examples: [
        ['events list PARTNER-ID', 'the undelivered events, the oldest first'],
        ['events list PARTNER-ID --parked', 'the events that wait until the endpoint answers again'],
        ['events list PARTNER-ID --customer-id CUSTOMER-ID', 'the events of a customer, the newest first'],
      ],
      result: listed,
      // The events that wait or were not delivered are in several lists, each by time.
      ask: async (stage, input) => {
        const page = whole.parse(await stage.run('events list', input));
        return input['customer_id'] === undefined ? { ...page, events: page.events.toSorted(inOrder) } : page;
      },
      show: ({ events: all, cursor }) =>
        table(
          ['Committed', 'Type', 'State', 'Attempts', 'Seq.', 'Event ID', 'Customer ID'],
          all.map((it) => [
            moment(it.committed_at),
            kindOf(it),
            it.state,
            it.attempts,
            it.sequence,
            it.event_id,
            it.customer_id,
          ]),
          'There are no such events.',
        ) + more(cursor),
    }),
    describe({
      name: 'events attempts',
      summary: 'Show the attempts to deliver an event; they are kept for 30 days',
      arguments: [partnerId(), customerId(), new Argument('<event-id>', 'the event ID, from "events list"')],
      examples: [
        ['events attempts PARTNER-ID CUSTOMER-ID EVENT-ID', 'what the endpoint answered, and in how many milliseconds'],
      ],
      remedies: { not_found: '"events list PARTNER-ID --customer-id CUSTOMER-ID" lists the events of a customer' },
      result: z.object({ event, attempts: z.array(attempt) }),
      show: ({ event: it, attempts }) =>
        `${card({ Event: it.event_id, Type: kindOf(it), State: it.state, Committed: moment(it.committed_at) })}\n\n${table(
          ['At', 'Answer', 'ms', 'Probe'],
          attempts.map((one) => [
            one.at.slice(0, 19).replace('T', ' '),
            one.status ?? one.error,
            one.milliseconds,
            one.probe ? 'yes' : '',
          ]),
          'There were no attempts yet.',
        )}`,
    }),
    describe({
      name: 'events resend',
      summary: 'Send one event again, or all undelivered events of a partner',
      arguments: [partnerId()],
      options: [
        new Option('--event-id <id>', 'one event; needs --customer-id'),
        new Option('--customer-id <id>', 'the customer of the event'),
        new Option('--since <time>', 'only events that became undelivered since this time').argParser(instant),
      ],
      examples: [
        [
          'events resend PARTNER-ID --customer-id CUSTOMER-ID --event-id EVENT-ID',
          'one event, even if it was delivered; one that waits is tried at once',
        ],
        ['events resend PARTNER-ID --since 2026-07-14T08:00:00Z', 'after an outage of the endpoint'],
        ['events resend PARTNER-ID', 'all undelivered events of the last 30 days'],
      ],
      remedies: {
        not_found: '"events list PARTNER-ID --customer-id CUSTOMER-ID" lists the events of a customer',
        invalid_state: '"events attempts" shows the state of the event',
      },
      result: resent,
      show: ({ resent: count }) => `${count === 1 ? '1 event will' : `${count} events will`} be sent again.`,
      long: {
        next: (result, input) =>
          result.more ? { name: 'events resend', input: { ...input, until: result.until } } : null,
        join: (before, result) => ({ ...result, resent: before.resent + result.resent }),
        progress: ({ resent: count }) => `${count} events so far will be sent again …`,
        pause: 0,
      },
    }),
  ],
};
