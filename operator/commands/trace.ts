import { Argument, Option } from 'commander';
import { z } from 'zod';
import { describe, type Area } from '../description.ts';
import { strong } from '../layout.ts';
import { follow } from '../trace/follow.ts';
import { waterfall } from '../trace/waterfall.ts';
import { step, type Step } from '../trace/steps.ts';
import { wrapped } from '../wrap.ts';

const followed = z.object({
  id: z.string(),
  partner_id: z.string().nullable(),
  steps: z.array(step),
  logs_unread: z.string().nullable(),
});
type Followed = z.infer<typeof followed>;

const indent = ' '.repeat(21);

/** An id is shown at its first occurrence. */
const shownSteps = (steps: readonly Step[], known: ReadonlySet<string>, columns: number): readonly string[] => {
  const seen = new Set(known);
  return steps.map(({ at, from, what, ids, calls = [] }) => {
    const fresh = Object.entries(ids).filter(([, id]) => !seen.has(id));
    for (const [, id] of fresh) seen.add(id);
    const lines = [
      `${at.slice(11, 23)}  ${from.padEnd(5)}  ${wrapped(what, columns - indent.length, indent)}`,
      ...fresh.map(([name, id]) => `${indent}${name} ${id}`),
      ...waterfall(calls, columns - indent.length).map((line) => indent + line),
    ];
    return lines.join('\n');
  });
};

const show = ({ id, partner_id: partnerId, steps, logs_unread: unread }: Followed, columns: number): string => {
  const note = unread === null ? '' : `\n\nThe logs could not be read (${unread}).`;
  const [first] = steps;
  if (first === undefined) {
    return `No call or event ${id} was found. It does not exist, or is older than the logs. With --partner-id and --customer-id the table is searched without the logs.${note}`;
  }
  const whose = partnerId === null ? '' : `, partner ${partnerId}`;
  const days = new Set(steps.map(({ at }) => at.slice(0, 10)));
  const shown = Array.from(days, (day) => {
    const ofDay = steps.filter(({ at }) => at.startsWith(day));
    return [`${strong(day)} (UTC)`, ...shownSteps(ofDay, new Set([id, partnerId ?? '']), columns)].join('\n');
  });
  return `${strong(id)}${whose}\n\n${shown.join('\n\n')}${note}`;
};

export const trace: Area = {
  name: 'trace',
  summary: 'The steps of a call or of an event, in order',
  commands: [
    describe({
      name: 'trace',
      summary: 'Show the steps of a call or of an event, in order, from the table and the logs',
      arguments: [new Argument('<id>', 'the x-request-id of a call, or the id of an event (its webhook-id)')],
      options: [
        new Option('--partner-id <id>', 'its partner, when the logs no longer have it'),
        new Option('--customer-id <id>', 'its customer, when the logs do not have it'),
      ],
      examples: [
        ['trace REQUEST-ID', 'a call that a partner asks about'],
        ['trace EVENT-ID', 'an event that was not received'],
        ['trace REQUEST-ID --partner-id PARTNER-ID --customer-id CUSTOMER-ID', 'a call that is older than the logs'],
      ],
      ask: follow,
      result: followed,
      show,
    }),
  ],
};
