import * as z from 'zod/mini';
import { uuid } from '../../api/fields.ts';
import { invalidState, notFound, ServiceError } from '../../kernel/errors.ts';
import { isoOf } from '../../kernel/time.ts';
import { commit } from '../../store/table/commit.ts';
import type { DeadLetter, DeadLetterQueue } from '../../runtime/dead-letters.ts';
import { readStandings, type WorkStanding } from '../../store/table/work-standing.ts';
import { command, type OperatorDeps } from '../command.ts';
import { peekDeadLetters, type ReadLetter } from '../peek-dead-letters.ts';
import { destinationOf, partnerOfLetter, readDeadLetter, type DeadLetterContent } from '../read-dead-letter.ts';

const contentFields = (content: DeadLetterContent) => {
  switch (content.kind) {
    case 'hint':
      return {
        kind: content.kind,
        work: content.work,
        pk: content.pk,
        sk: content.sk,
        customer_id: content.customerId,
      };
    case 'callback':
      return { kind: content.kind, accounts: content.accounts, fields: content.fields };
    case 'audit':
      return {
        kind: content.kind,
        change: content.change,
        month: content.month,
        audit_id: content.auditId,
      };
    case 'record':
      return { kind: content.kind, pk: content.pk, sk: content.sk };
    case 'batch':
      return {
        kind: content.kind,
        function: content.function,
        condition: content.condition,
        records: content.records,
      };
    case 'unknown':
      return { kind: content.kind };
  }
};

const shown = ({ letter, content, partnerId }: ReadLetter, standing: WorkStanding | null) => ({
  message_id: letter.id,
  sent_at: isoOf(letter.sentAt),
  partner_id: partnerId,
  ...contentFields(content),
  queue: destinationOf(content)?.to ?? null,
  work_state: standing?.state ?? null,
  due_at: standing?.state === 'waits' ? standing.dueAt : null,
});

const withStandings = async ({ table }: OperatorDeps, letters: readonly ReadLetter[]) => {
  const hints = letters.flatMap(({ content }) => (content.kind === 'hint' ? [content] : []));
  const standings = await readStandings(
    table,
    hints.map(({ pk, sk }) => ({ pk, sk })),
  );
  const standingOf = new Map<DeadLetterContent, WorkStanding>();
  hints.forEach((content, index) => {
    const standing = standings[index];
    if (standing !== undefined) standingOf.set(content, standing);
  });
  return letters.map((letter) => shown(letter, standingOf.get(letter.content) ?? null));
};

/** The messages of the dead-letter queue, the oldest first, with the state of their work. */
export const listDeadLetters = command({
  input: z.object({ partner_id: z.optional(uuid) }),
  run: async (deps, _run, { partner_id: partnerId }) => {
    const wanted = (letter: ReadLetter): boolean => partnerId === undefined || letter.partnerId === partnerId;
    const { found, more } = await peekDeadLetters(deps.deadLetters, wanted);
    return { letters: await withStandings(deps, found), more };
  },
});

/** The most messages of one run. The next run continues. */
const mostSent = 500;
/** Those of others are kept for two minutes while it looks for more. */
const mostLooked = 2_000;

interface Resent {
  readonly resent: number;
  /** Messages about stream records, which no worker reads. */
  readonly left: number;
  readonly more: boolean;
}

/**
 * Sends messages again, and deletes each afterwards. If a deletion fails, the message is sent twice, which workers handle as
 * any repetition of SQS. StartMessageMoveTask cannot be used, because it ends at the first message that no queue has sent:
 * https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-configure-dead-letter-queue-redrive.html
 */
const resend = async (queue: DeadLetterQueue, wanted: (letter: DeadLetter) => boolean): Promise<Resent> => {
  const kept = new Map<string, DeadLetter>();
  let [resent, left] = [0, 0];
  try {
    while (resent + kept.size < mostLooked && resent < mostSent) {
      const letters = (await queue.receive()).filter(({ id }) => !kept.has(id));
      if (letters.length === 0) return { resent, left, more: false };
      for (const letter of letters) {
        const isWanted = wanted(letter);
        const destination = isWanted ? destinationOf(readDeadLetter(letter.body)) : null;
        if (destination === null) {
          kept.set(letter.id, letter);
          if (isWanted) left += 1;
        } else {
          await queue.send(destination.to, letter, destination.group);
          await queue.remove(letter);
          resent += 1;
        }
      }
    }
    return { resent, left, more: true };
  } finally {
    await queue.giveBack(Array.from(kept.values()));
  }
};

/** Sends one message of the dead-letter queue to the queue that it came from, or all of them, or a partner's. */
export const resendDeadLetters = command({
  input: z.object({
    message_id: z.optional(z.string().check(z.minLength(1))),
    partner_id: z.optional(uuid),
    all: z.optional(z.boolean()),
  }),
  run: async (deps, run, { message_id: messageId, partner_id: partnerId, all = false }) => {
    if ([messageId !== undefined, partnerId !== undefined, all].filter(Boolean).length !== 1) {
      throw new ServiceError('validation_failed', 'one of message_id, partner_id and all is needed');
    }
    await commit(deps.table, [
      run.audit({
        ...(messageId !== undefined && { message_id: messageId }),
        ...(partnerId !== undefined && { partner_id: partnerId }),
        ...(all && { messages: 'all' }),
      }),
    ]);
    const result = await resend(deps.deadLetters, ({ id, body }) => {
      if (messageId !== undefined) return id === messageId;
      return partnerId === undefined || partnerOfLetter(readDeadLetter(body)) === partnerId;
    });
    if (messageId !== undefined && result.resent + result.left === 0 && !result.more) throw notFound('the message');
    if (messageId !== undefined && result.left > 0) {
      throw invalidState(
        'unread',
        'the message refers to stream records, and no worker reads it; it cannot be sent again',
      );
    }
    return { ...result };
  },
});

/** Sends all messages of a kind again. */
export const resendDeadLettersOfKind = command({
  input: z.object({ kind: z.enum(['hint', 'callback', 'audit']) }),
  run: async (deps, run, { kind }) => {
    await commit(deps.table, [run.audit({ kind })]);
    return { ...(await resend(deps.deadLetters, ({ body }) => readDeadLetter(body).kind === kind)) };
  },
});
