import { moment } from '../layout.ts';
import type { Facts } from './facts.ts';
import { cure, found, type Finding } from './finding.ts';

type Sync = Facts['syncs'][number];

const stands = ({ synced_at: at }: Sync): string =>
  at === null ? 'Its templates were never read completely.' : `Partners see its templates of ${moment(at) ?? ''}.`;

const force = cure('The next sync begins by itself. refresh-partner-platform-templates with force begins one now.');

/** What the next sync needs from a person; null when it needs nothing. */
const needed = ({ status, error_code: code }: Sync, { partner, instances }: Facts) => {
  if (status === 'rate_limited')
    return cure('The sync continues when the platform accepts calls again, within the hour.');
  if (code === 'empty_answer') {
    return cure('The platform listed no templates. They are removed only when a second sync has the same result.');
  }
  const [first] = instances.reconnect_required.ids;
  if (first === undefined) return null;
  return cure(
    'A sync needs the token of a connected instance: connect one again.',
    `instances show ${partner.partner_id} ${first}`,
  );
};

const ending: Readonly<Record<string, string>> = {
  failed: 'failed',
  partial: 'was partial',
  rate_limited: 'waits until the platform accepts calls again',
};

/** The last sync of the templates of each business account. */
export const syncFindings = (facts: Facts): readonly Finding[] =>
  facts.syncs.flatMap((sync): readonly Finding[] => {
    const ended = ending[sync.status];
    if (ended === undefined) return [];
    const because = sync.error_code === null ? '' : ` (${sync.error_code})`;
    const what = `The last sync of the templates of business account ${sync.waba_id} ${ended}${because}. ${stands(sync)}`;
    const severity = sync.status === 'failed' ? 'problem' : 'warning';
    const first = needed(sync, facts);
    const cures = first === null ? [force] : [first, force];
    return [found('sync_failed', severity, what, cures, { since: sync.started_at, subjects: [sync.sync_id] })];
  });
