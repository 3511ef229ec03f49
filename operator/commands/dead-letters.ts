import { Argument, Option } from 'commander';
import { z } from 'zod';
import { describe, type Area } from '../description.ts';
import { explained, letter, withErrors, type Letter } from '../dead-letters/explain.ts';
import { moment, strong } from '../layout.ts';
import { wrapped } from '../wrap.ts';

const listed = z.object({ letters: z.array(letter), more: z.boolean() });
type Listed = z.infer<typeof listed>;

const resent = z.object({ resent: z.number(), left: z.number(), more: z.boolean() });

const indent = '  ';

const shown = (it: Letter, columns: number): string => {
  const whose = it.partner_id === null ? 'of no partner' : `of partner ${it.partner_id}`;
  const lines = [
    strong(it.message_id),
    `since ${moment(it.sent_at) ?? ''}, ${whose}`,
    ...explained(it).map((sentence) => wrapped(sentence, columns - indent.length, indent)),
  ];
  return lines.join(`\n${indent}`);
};

const show = ({ letters, more }: Listed, columns: number): string => {
  if (letters.length === 0) return 'The dead-letter queue has no such messages.';
  const count = more
    ? `More than ${letters.length} messages`
    : `${letters.length} message${letters.length === 1 ? '' : 's'}`;
  return [`${count}, the oldest first.`, ...letters.map((it) => shown(it, columns))].join('\n\n');
};

export const deadLetters: Area = {
  name: 'dead-letters',
  summary: 'Messages that no worker could process',
  commands: [
    describe({
      name: 'dead-letters list',
      summary: 'List the messages of the dead-letter queue with their kind, partner and last error',
      options: [new Option('--partner-id <id>', 'those of this partner')],
      examples: [
        ['dead-letters list', 'all; reading removes none'],
        ['dead-letters list --partner-id PARTNER-ID', 'those of a partner'],
      ],
      ask: async (stage, input) => {
        const { letters, more } = listed.parse(await stage.run('dead-letters list', input));
        return { letters: await withErrors(stage.logs, letters), more };
      },
      result: listed,
      show,
    }),
    describe({
      name: 'dead-letters resend',
      summary: 'Send messages of the dead-letter queue to their workers again, when the cause is removed',
      arguments: [new Argument('[message-id]', 'this one, as "dead-letters list" names it')],
      options: [new Option('--partner-id <id>', 'all of this partner'), new Option('--all', 'all of them')],
      examples: [
        ['dead-letters resend MESSAGE-ID', 'one; its worker may receive it twice, which does no harm'],
        ['dead-letters resend --partner-id PARTNER-ID', 'those of a partner'],
        ['dead-letters resend --all', 'all but the references to stream records, which no worker reads'],
      ],
      remedies: {
        not_found: '"dead-letters list" shows the messages; one that was just read is hidden for two minutes at most',
        invalid_state: '"dead-letters list" explains it; SQS deletes it 14 days after it was sent',
      },
      result: resent,
      show: ({ resent: count, left }) => {
        const notes =
          left === 0 ? '' : ` ${left === 1 ? '1 reference stays' : `${left} references stay`}: no worker reads them.`;
        return `${count === 1 ? '1 message was' : `${count} messages were`} sent again.${notes}`;
      },
      long: {
        next: (result, input) => (result.more ? { name: 'dead-letters resend', input } : null),
        join: (before, result) => ({ ...result, resent: before.resent + result.resent }),
        progress: ({ resent: count }) => `${count} messages were sent again …`,
        pause: 0,
      },
    }),
  ],
};
