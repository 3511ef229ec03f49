import { Argument, Option } from 'commander';
import { z } from 'zod';
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

const attempt = z.object({
  at: z.string(),
  status: z.number().nullable(),
  milliseconds: z.number(),
  error: z.string().nullable(),
  probe: z.boolean(),
});

/** The last words of `service.partner.customer.updated` tell the kinds apart. */
const kindOf = (it: Event): string => it.type.replace(/^service\.partner\./, '');

const customerOption = (): Option => new Option('--customer-id <id>', 'of this customer, whatever became of them');

const resent = z.object({ resent: z.number(), more: z.boolean(), until: z.string() });

export const events: Area = {
  name: 'events',
  summary: 'What partners are told by their webhook',
  commands: [
    describe({
      name: 'events list',
      summary: 'List the events that were not delivered, or all of one customer',
      arguments: [partnerId()],
      options: [
        new Option(
          '--state <state>',
          'undelivered: given up, or there was no endpoint; parked: they wait for the endpoint',
        )
          .choices(['undelivered', 'parked'])
          .default('undelivered'),
        customerOption(),
        cursorOption(),
      ],
      examples: [
        ['events list PARTNER-ID', 'what the partner never got, the oldest first'],
        ['events list PARTNER-ID --state parked', 'what waits until its endpoint answers again'],
        ['events list PARTNER-ID --customer-id CUSTOMER-ID', "a customer's last events, the newest first"],
      ],
      result: z.object({ events: z.array(event), cursor: z.string().nullable() }),
      show: ({ events: all, cursor }) =>
        table(
          ['Committed', 'Kind', 'State', 'Attempts', 'Seq.', 'Event ID', 'Customer ID'],
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
      summary: 'Show what came of each attempt to deliver an event, for 30 days',
      arguments: [partnerId(), customerId(), new Argument('<event-id>', 'the event, as "events list" names it')],
      examples: [['events attempts PARTNER-ID CUSTOMER-ID EVENT-ID', 'what the endpoint answered, and how fast']],
      remedies: { not_found: '"events list PARTNER-ID --customer-id CUSTOMER-ID" shows the events of a customer' },
      result: z.object({ event, attempts: z.array(attempt) }),
      show: ({ event: it, attempts }) =>
        `${card({ Event: it.event_id, Kind: kindOf(it), State: it.state, Committed: moment(it.committed_at) })}\n\n${table(
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
      summary: 'Send one event again, or all that were not delivered',
      arguments: [partnerId()],
      options: [
        new Option('--event-id <id>', 'this one, of the customer that --customer-id names'),
        new Option('--customer-id <id>', 'whose event it is'),
        new Option('--since <time>', 'those that became undelivered since then').argParser(instant),
      ],
      examples: [
        ['events resend PARTNER-ID --customer-id CUSTOMER-ID --event-id EVENT-ID', 'one, even if it was delivered'],
        ['events resend PARTNER-ID --since 2026-07-14T08:00:00Z', 'after an outage of the endpoint'],
        ['events resend PARTNER-ID', 'all of the last 30 days that were not delivered'],
      ],
      remedies: {
        not_found: '"events list PARTNER-ID --customer-id CUSTOMER-ID" shows the events of a customer',
        invalid_state: '"events attempts" shows where it stands',
      },
      result: resent,
      show: ({ resent: count }) => `${count === 1 ? '1 event is' : `${count} events are`} on the way again.`,
      long: {
        next: (result, input) =>
          result.more ? { name: 'events resend', input: { ...input, until: result.until } } : null,
        join: (before, result) => ({ ...result, resent: before.resent + result.resent }),
        progress: ({ resent: count }) => `${count} events are on the way again …`,
        pause: 0,
      },
    }),
  ],
};
