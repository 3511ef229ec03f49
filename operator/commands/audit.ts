import { Option } from 'commander';
import { z } from 'zod';
import { describe, type Area, type LongWork } from '../description.ts';
import { calendarMonth, cursorOption, instant } from '../fields.ts';
import { more, table } from '../layout.ts';

const entry = z.object({
  id: z.string(),
  actor: z.object({ type: z.string(), id: z.string() }),
  action: z.string(),
  subject: z.record(z.string(), z.string()),
  at: z.string(),
});

const subjectOf = (subject: Readonly<Record<string, string>>): string =>
  Object.entries(subject)
    .map(([name, value]) => `${name.replace(/_id$/, '')} ${value}`)
    .join(', ');

const kinds = {
  missing: 'missing in the bucket',
  differs: 'differs from its copy',
  removed: 'not in the table any more',
} as const;

const finding = z.object({ kind: z.enum(['missing', 'differs', 'removed']), month: z.string(), id: z.string() });

const verified = z.object({
  since: z.string(),
  until: z.string(),
  entries: z.number(),
  on_their_way: z.number(),
  sent: z.number(),
  /** The entries whose change the bucket has evidence of, also when they are as they were again. */
  changes: z.array(z.string()),
  findings: z.array(finding),
  cursor: z.string().nullable(),
});
type Verified = z.infer<typeof verified>;

/** The findings that are shown; `--json` has all. */
const mostShown = 100;

const conclusionOf = ({ entries, on_their_way: young, sent, findings }: Verified): string => {
  const copied = [
    ...(young === 0 ? [] : [`${young} are on their way`]),
    ...(sent === 0 ? [] : [`${sent} were missing and are being copied`]),
  ];
  if (findings.length > 0) return [`${entries} entries`, ...copied].join(', ') + '.';
  const all = copied.length === 0 ? 'all copied' : `the others copied`;
  return `${[`${entries} entries`, ...copied, all].join(', ')}, none differs.`;
};

const showVerified = (it: Verified): string => {
  const { findings, changes } = it;
  const rows = findings.slice(0, mostShown).map(({ kind, month, id }) => [month, id, kinds[kind]] as const);
  const hidden = findings.length - rows.length;
  return [
    `From ${it.since} to ${it.until}: ${conclusionOf(it)}`,
    ...(findings.length === 0 ? [] : [table(['Month', 'Entry', 'Finding'], rows, '')]),
    ...(hidden === 0 ? [] : [`${hidden} more; --json shows all.`]),
    ...(changes.length === 0 ? [] : [`The bucket has evidence of changes to: ${changes.join(', ')}.`]),
  ].join('\n\n');
};

const verifying: LongWork<Verified> = {
  next: ({ since, until, cursor }, input) =>
    cursor === null ? null : { name: 'audit verify', input: { ...input, since, until, cursor } },
  join: (before, result) => ({
    ...result,
    entries: before.entries + result.entries,
    on_their_way: before.on_their_way + result.on_their_way,
    sent: before.sent + result.sent,
    changes: [...before.changes, ...result.changes],
    findings: [...before.findings, ...result.findings],
  }),
  progress: ({ entries, findings, cursor }) =>
    `${entries} entries compared, ${findings.length} findings, at ${cursor?.slice(0, 7) ?? ''} …`,
  pause: 0,
  failure: ({ findings }) =>
    findings.length === 0
      ? null
      : `${findings.length === 1 ? '1 entry is' : `${findings.length} entries are`} not as copied`,
};

export const audit: Area = {
  name: 'audit',
  summary: 'The audit trail: who did what, to what and when',
  commands: [
    describe({
      name: 'audit list',
      summary: 'List audit entries: commands of the operator and revealed platform tokens, the newest first',
      options: [
        new Option('--since <time>', 'only entries from this time on; default: the last 30 days').argParser(instant),
        new Option('--until <time>', 'only entries up to this time').argParser(instant),
        new Option('--partner-id <id>', 'only entries about this partner'),
        cursorOption(),
      ],
      examples: [
        ['audit list', 'everything of the last 30 days'],
        ['audit list --partner-id PARTNER-ID --since 2026-01-01T00:00:00Z', 'everything about a partner since 2026'],
      ],
      result: z.object({ entries: z.array(entry), cursor: z.string().nullable() }),
      show: ({ entries, cursor }) =>
        table(
          ['At (UTC)', 'Actor', 'Action', 'Subject'],
          entries.map((it) => [
            it.at.slice(0, 19).replace('T', ' '),
            it.actor.type === 'operator' ? it.actor.id : `${it.actor.type} ${it.actor.id}`,
            it.action,
            subjectOf(it.subject),
          ]),
          'There are no audit entries in that time.',
        ) + more(cursor),
    }),
    describe({
      name: 'audit verify',
      summary: 'Compare the audit trail with its copies in the bucket with Object Lock, and say what differs',
      options: [
        new Option('--since <month>', 'from this month on; default: the one before the last').argParser(calendarMonth),
        new Option('--until <month>', 'up to this month; default: this one').argParser(calendarMonth),
        new Option('--copy', 'copy the entries that are missing in the bucket'),
      ],
      examples: [
        ['audit verify', 'this month and the one before'],
        ['audit verify --since 2026-01 --copy', 'since January, and fill the gaps, such as after auditCopy was set'],
      ],
      remedies: {
        invalid_state:
          'docs/runbook.md#an-entry-of-the-audit-trail-was-changed; a stage without auditCopy has no copies',
      },
      result: verified,
      show: showVerified,
      long: verifying,
    }),
  ],
};
