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
  summary: 'Who did what',
  commands: [
    describe({
      name: 'audit list',
      summary: "List the operator's commands and the sights of platform tokens, the newest first",
      options: [
        new Option('--since <time>', 'from then on; 30 days back when left out').argParser(instant),
        new Option('--until <time>', 'up to then').argParser(instant),
        new Option('--partner-id <id>', 'what was done to this partner'),
        cursorOption(),
      ],
      examples: [
        ['audit list', 'the last 30 days'],
        ['audit list --partner-id PARTNER-ID --since 2026-01-01T00:00:00Z', 'what was done to a partner this year'],
      ],
      result: z.object({ entries: z.array(entry), cursor: z.string().nullable() }),
      show: ({ entries, cursor }) =>
        table(
          ['At (UTC)', 'Who', 'Did', 'To'],
          entries.map((it) => [
            it.at.slice(0, 19).replace('T', ' '),
            it.actor.type === 'operator' ? it.actor.id : `${it.actor.type} ${it.actor.id}`,
            it.action,
            subjectOf(it.subject),
          ]),
          'Nothing was done in that time.',
        ) + more(cursor),
    }),
  ],
};
