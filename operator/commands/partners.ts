import { Argument, InvalidArgumentError } from 'commander';
import { z } from 'zod';
import { rateClasses } from '../../lambdas/domain/rate.ts';
import { sizeNames } from '../../lambdas/domain/size.ts';
import { describe, type Area } from '../description.ts';
import { partnerId, wholeNumber } from '../fields.ts';
import { card, moment, table } from '../layout.ts';

const partner = z.object({
  partner_id: z.string(),
  name: z.string(),
  status: z.string(),
  created_at: z.string(),
  limits: z.record(z.string(), z.object({ rate: z.number(), burst: z.number() })).default({}),
  sizes: z.array(z.object({ since: z.string(), size: z.string() })).default([]),
});
type Partner = z.infer<typeof partner>;

const slots = z.object({ limit: z.number().nullable(), taken: z.number() });

const fieldsOf = (it: Partner) => ({
  'Partner ID': it.partner_id,
  Name: it.name,
  Status: it.status,
  Created: moment(it.created_at),
});

/** What the operator has set, where it has. */
const termsOf = ({ limits, sizes }: Partner) => ({
  ...Object.fromEntries(
    Object.entries(limits).map(([name, { rate, burst }]) => [`Limit ${name}`, `${rate} a second, ${burst} at once`]),
  ),
  ...Object.fromEntries(sizes.map(({ since, size }) => [`Size from ${moment(since) ?? ''}`, size])),
});

const rateLimit = (): Argument =>
  new Argument(
    '<limit>',
    '"RATE,BURST": calls a second and calls at once; or "none" for the limit of the stage',
  ).argParser((text: string) => {
    if (text === 'none') return null;
    const [, rate, burst] = /^(\d+(?:\.\d+)?),(\d{1,7})$/.exec(text) ?? [];
    if (rate === undefined || burst === undefined) {
      throw new InvalidArgumentError('It must be two numbers with a comma between, such as 200,800, or "none".');
    }
    return { rate: Number(rate), burst: Number(burst) };
  });

export const partners: Area = {
  name: 'partners',
  summary: 'The partners of the stage',
  commands: [
    describe({
      name: 'partners create',
      summary: 'Make a partner, active at once',
      arguments: [new Argument('<name>', 'what people call it, 1 to 200 characters')],
      examples: [['partners create "Acme Ltd"', 'the answer has the id that the other commands take']],
      result: z.object({ partner }),
      show: ({ partner: made }) => card(fieldsOf(made)),
    }),
    describe({
      name: 'partners list',
      summary: 'List the partners, the oldest first',
      examples: [
        ['partners list', 'a table'],
        ["partners list --json | jq -r '.partners[].partner_id'", 'the ids, for a program'],
      ],
      result: z.object({ partners: z.array(partner) }),
      show: ({ partners: all }) =>
        table(
          ['Partner ID', 'Name', 'Status', 'Created'],
          all.map((it) => [it.partner_id, it.name, it.status, moment(it.created_at)]),
          'There are no partners yet. Make one with: partners create NAME',
        ),
    }),
    describe({
      name: 'partners show',
      summary: 'Show one partner',
      arguments: [partnerId()],
      examples: [['partners show 0197e3a1-5c1e-7d2a-9b5e-3f1c2a4d6e80', 'its state, its keys and its slots']],
      result: z.object({ partner, active_keys: z.number(), slots }),
      show: ({ partner: it, active_keys: keys, slots: { limit, taken } }) =>
        card({
          ...fieldsOf(it),
          'Active keys': keys,
          'Slot limit': limit ?? 'none',
          'Slots taken': taken,
          ...termsOf(it),
        }),
    }),
    describe({
      name: 'partners suspend',
      summary: 'Refuse all calls of a partner, within 60 seconds everywhere; nothing of it is lost',
      arguments: [partnerId()],
      examples: [['partners suspend PARTNER-ID', '"partners resume" takes it back']],
      result: z.object({ partner }),
      show: ({ partner: it }) => card(fieldsOf(it)),
    }),
    describe({
      name: 'partners resume',
      summary: 'Let a suspended partner call again',
      arguments: [partnerId()],
      examples: [['partners resume PARTNER-ID', 'its keys and members work as before']],
      result: z.object({ partner }),
      show: ({ partner: it }) => card(fieldsOf(it)),
    }),
    describe({
      name: 'partners slot-limit',
      summary: 'Set how many lines of a partner may hold a slot; slots that are taken stay taken',
      arguments: [
        partnerId(),
        new Argument('<slot-limit>', 'a whole number, or "none" for no limit').argParser((text: string) =>
          text === 'none' ? null : wholeNumber(text),
        ),
      ],
      examples: [
        ['partners slot-limit PARTNER-ID 50', 'the 51st line is refused'],
        ['partners slot-limit PARTNER-ID none', 'as many as the partner wants'],
      ],
      result: z.object({ partner_id: z.string(), slots }),
      show: ({ partner_id: id, slots: { limit, taken } }) =>
        card({ 'Partner ID': id, 'Slot limit': limit ?? 'none', 'Slots taken': taken }),
    }),
    describe({
      name: 'partners rate-limit',
      summary:
        'Set how many calls of a class a partner may make, instead of the limit of the stage; within 60 seconds everywhere',
      arguments: [partnerId(), new Argument('<rate-class>', 'the class of calls').choices(rateClasses), rateLimit()],
      examples: [
        ['partners rate-limit PARTNER-ID delivery_reports 2000,4000', '2,000 a second, 4,000 at once'],
        ['partners rate-limit PARTNER-ID token_reveals 0.01,20', '36 an hour, 20 at once'],
        ['partners rate-limit PARTNER-ID delivery_reports none', 'the limit of the stage again'],
      ],
      result: z.object({ partner }),
      show: ({ partner: it }) => card({ ...fieldsOf(it), ...termsOf(it) }),
    }),
    describe({
      name: 'partners size',
      summary:
        'Set over how much of the table new records of a partner are spread, from the next span of time on (within five hours)',
      arguments: [
        partnerId(),
        new Argument('<size>', '"large" for more than about 500 changes a second').choices(sizeNames),
      ],
      examples: [['partners size PARTNER-ID large', 'what is there already stays where it is']],
      result: z.object({ partner, size_now: z.string() }),
      show: ({ partner: it, size_now: now }) => card({ ...fieldsOf(it), 'Size now': now, ...termsOf(it) }),
    }),
  ],
};
