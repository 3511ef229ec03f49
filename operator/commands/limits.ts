import { z } from 'zod';
import { describe, type Area } from '../description.ts';
import { limit, slots } from '../doctor/facts.ts';
import { readLogSummary } from '../doctor/log-summary.ts';
import { partnerId } from '../fields.ts';
import { card, moment, table } from '../layout.ts';

const answer = z.object({
  at: z.string(),
  partner: z.object({ partner_id: z.string(), name: z.string(), status: z.string() }),
  size: z.string(),
  limits: z.array(limit),
  slots,
});

const inForce = z.object({
  ...answer.shape,
  /** In the last hour; null when the logs could not be read. */
  refused: z.array(z.object({ route: z.string(), count: z.number(), last: z.string() })).nullable(),
});
type InForce = z.infer<typeof inForce>;

/** @param rate calls a second */
const inUnit = (rate: number): readonly [number, string] => {
  if (rate >= 1) return [rate, 'a second'];
  return rate * 3600 >= 10 ? [rate * 3600, 'an hour'] : [rate * 86_400, 'a day'];
};

const rateOf = (rate: number): string => {
  const [amount, unit] = inUnit(rate);
  return `${Math.round(amount * 100) / 100} ${unit}`;
};

const show = ({ partner, size, limits: all, slots: { limit: most, taken }, refused }: InForce): string => {
  const head = card({
    'Partner ID': partner.partner_id,
    Name: partner.name,
    Status: partner.status,
    Size: size,
    Slots: most === null ? `${taken} taken, no limit` : `${taken} of ${most} taken`,
  });
  const rates = table(
    ['Rate class', 'Calls', 'At once', 'Free now', 'Free again', 'Set by'],
    all.map((it) => [it.rate_class, rateOf(it.rate), it.burst, it.free, moment(it.free_at), it.set_by]),
    '',
  );
  const refusals =
    refused === null
      ? 'The logs could not be read, so the refused calls are unknown.'
      : table(
          ['Refused in the last hour', 'Calls', 'Last'],
          refused.map(({ route, count, last }) => [route, count, moment(last)]),
          'No call was refused in the last hour.',
        );
  return `${head}\n\n${rates}\n\n${refusals}`;
};

export const limits: Area = {
  name: 'limits',
  summary: 'The limits of a partner: rates, slots, and recently refused calls',
  commands: [
    describe({
      name: 'limits',
      summary: 'Show the limits of a partner in force, what is left of them, and recently refused calls',
      arguments: [partnerId()],
      examples: [['limits PARTNER-ID', '"partners rate-limit", "partners slot-limit" and "partners size" change them']],
      ask: async (stage, input) => {
        const known = answer.parse(await stage.run('limits', input));
        const { limited, unread } = await readLogSummary(stage.logs, known.partner.partner_id, Date.parse(known.at), [
          'calls_limited',
        ]);
        return { ...known, refused: unread === null ? limited : null };
      },
      result: inForce,
      show,
    }),
  ],
};
