import { nearSlots } from '../../lambdas/domain/slots.ts';
import { moment } from '../layout.ts';
import type { Facts } from './facts.ts';
import { cure, counted, found, type Finding } from './finding.ts';
import type { LogSummary } from './log-summary.ts';

const slotFindings = ({ slots: { limit, taken }, partner }: Facts): readonly Finding[] => {
  if (limit === null || taken < nearSlots(limit)) return [];
  const raise = cure(
    'Raise the limit, if the contract allows it.',
    `partners slot-limit ${partner.partner_id} ${Math.max(limit + 1, Math.ceil(limit * 1.5))}`,
  );
  const free = cure('Or ask the partner to deactivate unused instances.');
  if (taken >= limit) {
    const what = `The limit of ${counted(limit, 'slot')} is reached. New instances are refused (409 slot_limit_reached).`;
    return [found('slot_limit_reached', 'problem', what, [raise, free])];
  }
  return [found('slots_nearly_taken', 'warning', `${taken} of ${limit} slots are taken.`, [raise, free])];
};

/** Slots and rate limits that were reached, now or in the last hour. */
export const limitFindings = (facts: Facts, { limited }: LogSummary): readonly Finding[] => {
  const { partner_id: id } = facts.partner;
  const empty = facts.limits.filter(({ free_at: at }) => at !== null);
  const findings = [...slotFindings(facts)];
  if (limited.length > 0 || empty.length > 0) {
    const refused = limited.map(({ route, count }) => `${route} ×${count}`);
    const said =
      refused.length === 0 ? '' : ` In the last hour calls were refused (429 rate_limited): ${refused.join(', ')}.`;
    const now = empty.map(({ rate_class: name, free_at: at }) => `${name}, free again at ${moment(at) ?? ''}`);
    const used = now.length === 0 ? '' : ` Used up now: ${now.join('; ')}.`;
    const cures = [
      cure('See the limits in force.', `limits ${id}`),
      cure('Ask the partner to wait as long as Retry-After says, and to spread its calls.'),
      cure(
        'Or give the partner its own limit, such as:',
        `partners rate-limit ${id} ${empty[0]?.rate_class ?? 'commands'} 200,800`,
      ),
    ];
    const since =
      limited
        .map(({ last }) => last)
        .toSorted()
        .at(-1) ?? null;
    findings.push(found('rate_limited', 'warning', `A rate limit was reached.${said}${used}`, cures, { since }));
  }
  return findings;
};
