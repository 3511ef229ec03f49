import { Option } from 'commander';
import { z } from 'zod';
import { describe, type Area } from '../description.ts';
import { cursorOption, instant } from '../fields.ts';
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
  ],
};
