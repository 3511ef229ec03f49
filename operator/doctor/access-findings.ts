import { moment } from '../layout.ts';
import type { Facts } from './facts.ts';
import { cure, found, type Finding } from './finding.ts';
import { day } from '../../lambdas/kernel/time.ts';

/** The time for which an expired key is reported. */
const shownAfter = 30 * day;
const shownBefore = 14 * day;

type Key = Facts['keys'][number];

const timeOf = (iso: string | null): number => (iso === null ? Infinity : Date.parse(iso));

const works = ({ expires_at: expires, revoked_at: revoked }: Key, now: number): boolean =>
  revoked === null && timeOf(expires) > now;

const expiryFindings = ({ keys, partner }: Facts, now: number): readonly Finding[] => {
  const anyWorks = keys.some((key) => works(key, now));
  return keys.flatMap((key): readonly Finding[] => {
    const { key_id: id, expires_at: expires } = key;
    if (key.revoked_at !== null || expires === null) return [];
    const about = { since: expires, subjects: [id] };
    if (!works(key, now)) {
      if (timeOf(expires) < now - shownAfter) return [];
      const issue = cure(
        'Issue another key, and give it to the partner.',
        `keys issue ${partner.partner_id} --scopes all`,
      );
      const what = `The key ${id} expired. Calls with it are refused (401 unauthenticated).`;
      return [found('key_expired', anyWorks ? 'warning' : 'problem', what, [issue], about)];
    }
    if (timeOf(expires) > now + shownBefore) return [];
    const what = `The key ${id} works until ${moment(expires) ?? ''} only.`;
    const rotate = cure('Rotate it: both keys work for a week.', `keys rotate ${id} --overlap-hours 168`);
    return [found('key_expires_soon', 'warning', what, [rotate], { subjects: [id] })];
  });
};

/** Access: the partner, its keys, and the publishable keys of the stage. */
export const accessFindings = (facts: Facts): readonly Finding[] => {
  const { partner, keys } = facts;
  const now = Date.parse(facts.at);
  const { partner_id: id } = partner;
  const findings: Finding[] = [];
  if (partner.status !== 'active') {
    const what = 'The partner is suspended. All calls of its keys and members are refused (401 unauthenticated).';
    const cures = [
      cure('See who suspended it.', `audit list --partner-id ${id}`),
      cure('Resume it when the reason no longer exists.', `partners resume ${id}`),
    ];
    findings.push(found('partner_suspended', 'problem', what, cures, { since: partner.updated_at }));
  }
  if (facts.valid_publishable_keys === 0) {
    const issue = cure('Issue one, and give it to every portal.', 'publishable-keys issue');
    const what =
      'The stage has no valid publishable key. Every call of every partner is refused (401 unauthenticated).';
    findings.push(found('no_publishable_key', 'problem', what, [issue]));
  }
  const expiry = expiryFindings(facts, now);
  if (!keys.some((key) => works(key, now)) && !expiry.some(({ code }) => code === 'key_expired')) {
    const issue = cure('Issue one, and give it to the partner.', `keys issue ${id} --scopes all`);
    findings.push(found('no_key', 'problem', 'The partner has no valid key. Only its members can call.', [issue]));
  }
  return [...findings, ...expiry];
};
