import { Argument, InvalidArgumentError } from 'commander';
import { z } from 'zod';
import { rateClasses } from '../../lambdas/domain/rate.ts';
import { sizeNames } from '../../lambdas/domain/size.ts';
import { askClientVersions, clientVersions, showClientVersions } from '../client-versions.ts';
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

/** Only what the operator has set; a partner without limits has none of these fields. */
const termsOf = ({ limits, sizes }: Partner) => ({
  ...Object.fromEntries(
    Object.entries(limits).map(([name, { rate, burst }]) => [`Limit ${name}`, `${rate} a second, burst ${burst}`]),
  ),
  ...Object.fromEntries(sizes.map(({ since, size }) => [`Size from ${moment(since) ?? ''}`, size])),
});

const rateLimit = (): Argument =>
  new Argument(
    '<limit>',
    '"RATE,BURST": calls per second and the largest burst; or "none" for the limit of the stage',
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
      summary: 'Create a partner; it is active at once',
      arguments: [new Argument('<name>', 'the name of the partner, 1 to 200 characters')],
      examples: [['partners create "Acme Ltd"', 'prints the partner ID that other commands take']],
      result: z.object({ partner }),
      show: ({ partner: made }) => card(fieldsOf(made)),
    }),
    describe({
      name: 'partners list',
      summary: 'List the partners, the oldest first',
      examples: [
        ['partners list', 'print a table'],
        ["partners list --json | jq -r '.partners[].partner_id'", 'print the partner IDs, for a script'],
      ],
      result: z.object({ partners: z.array(partner) }),
      show: ({ partners: all }) =>
        table(
          ['Partner ID', 'Name', 'Status', 'Created'],
          all.map((it) => [it.partner_id, it.name, it.status, moment(it.created_at)]),
          'There are no partners yet. Create one with: partners create NAME',
        ),
    }),
    describe({
      name: 'partners show',
      summary: 'Show one partner',
      arguments: [partnerId()],
      examples: [['partners show 0197e3a1-5c1e-7d2a-9b5e-3f1c2a4d6e80', 'its state, its active keys and its slots']],
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
      name: 'partners clients',
      summary: 'List the clients that partners called with today and yesterday (UTC), the oldest versions first',
      examples: [['partners clients', 'before a version of the interface ends: who is still on an old client']],
      ask: askClientVersions,
      result: clientVersions,
      show: showClientVersions,
    }),
    describe({
      name: 'partners suspend',
      summary: 'Suspend a partner: all its calls are refused within 60 seconds; no data is lost',
      arguments: [partnerId()],
      examples: [['partners suspend PARTNER-ID', '"partners resume" undoes it']],
      result: z.object({ partner }),
      show: ({ partner: it }) => card(fieldsOf(it)),
    }),
    describe({
      name: 'partners resume',
      summary: 'Resume a suspended partner',
      arguments: [partnerId()],
      examples: [['partners resume PARTNER-ID', 'its keys and members work again']],
      result: z.object({ partner }),
      show: ({ partner: it }) => card(fieldsOf(it)),
    }),
    describe({
      name: 'partners slot-limit',
      summary: 'Set how many instances of a partner may take a slot; slots that are taken stay taken',
      arguments: [
        partnerId(),
        new Argument('<slot-limit>', 'a whole number, or "none" for no limit').argParser((text: string) =>
          text === 'none' ? null : wholeNumber(text),
        ),
      ],
      examples: [
        ['partners slot-limit PARTNER-ID 50', 'the 51st instance is refused'],
        ['partners slot-limit PARTNER-ID none', 'no limit'],
      ],
      result: z.object({ partner_id: z.string(), slots }),
      show: ({ partner_id: id, slots: { limit, taken } }) =>
        card({ 'Partner ID': id, 'Slot limit': limit ?? 'none', 'Slots taken': taken }),
    }),
    describe({
      name: 'partners rate-limit',
      summary:
        "Set a partner's limit for a rate class, in place of the limit of the stage; takes effect within 60 seconds",
      arguments: [partnerId(), new Argument('<rate-class>', 'the rate class').choices(rateClasses), rateLimit()],
      examples: [
        ['partners rate-limit PARTNER-ID delivery_reports 2000,4000', '2,000 calls a second, bursts of 4,000'],
        ['partners rate-limit PARTNER-ID token_reveals 0.01,20', '36 calls an hour, bursts of 20'],
        ['partners rate-limit PARTNER-ID delivery_reports none', 'the limit of the stage again'],
      ],
      result: z.object({ partner }),
      show: ({ partner: it }) => card({ ...fieldsOf(it), ...termsOf(it) }),
    }),
    describe({
      name: 'partners size',
      summary:
        'Set over how many table partitions the new records of a partner are spread; takes effect within five hours',
      arguments: [
        partnerId(),
        new Argument('<size>', '"large" for a partner with more than about 500 changes a second').choices(sizeNames),
      ],
      examples: [['partners size PARTNER-ID large', 'existing records stay where they are']],
      result: z.object({ partner, size_now: z.string() }),
      show: ({ partner: it, size_now: now }) => card({ ...fieldsOf(it), 'Size now': now, ...termsOf(it) }),
    }),
  ],
};
