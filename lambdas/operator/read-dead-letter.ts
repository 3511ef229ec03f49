import * as z from 'zod/mini';
import { auditChanges, type AuditChange } from '../domain/audit-copy.ts';
import { work, type QueueName, type WorkKind } from '../kernel/work.ts';
import { hintGroupOf, workKeyOf } from '../store/table/keys.ts';
import type { DeadLetterOrigin } from '../runtime/dead-letters.ts';

/** What a message of the dead-letter queue is, without the data in it. */
export type DeadLetterContent =
  | {
      readonly kind: 'hint';
      readonly work: WorkKind;
      readonly queue: QueueName;
      readonly pk: string;
      readonly sk: string;
      /** Null for work on the whole table. */
      readonly partnerId: string | null;
      readonly customerId: string | null;
    }
  /** Changes that the platform told. */
  | { readonly kind: 'callback'; readonly accounts: readonly string[]; readonly fields: readonly string[] }
  /** A change of the audit trail that is to be copied. */
  | { readonly kind: 'audit'; readonly change: AuditChange['change']; readonly month: string; readonly auditId: string }
  /** A record of the table's stream that a function could not read: its key. */
  | { readonly kind: 'record'; readonly pk: string | null; readonly sk: string | null }
  /** A batch of the stream that a function gave up, with its position in the stream. */
  | { readonly kind: 'batch'; readonly function: string; readonly condition: string; readonly records: number | null }
  | { readonly kind: 'unknown' };

const nullableText = z.nullable(z.string());
const hint = z.object({ pk: z.string(), sk: z.string() });
const callback = z.object({ changes: z.array(z.object({ entryId: z.string(), field: z.string() })) });
const audit = z.object({ audit: z.object({ change: z.enum(auditChanges), month: z.string(), id: z.string() }) });
const record = z.object({ sequence_number: nullableText, pk: nullableText, sk: nullableText });
/** https://docs.aws.amazon.com/lambda/latest/dg/services-dynamodb-errors.html */
const batch = z.object({
  requestContext: z.object({ functionArn: z.string(), condition: z.string() }),
  DDBStreamBatchInfo: z.optional(z.object({ batchSize: z.optional(z.number()) })),
});

const parsed = (body: string): unknown => {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
};

const hintContent = ({ pk, sk }: z.output<typeof hint>): DeadLetterContent => {
  try {
    const key = workKeyOf({ pk, sk });
    const customerId = 'customerId' in key ? key.customerId : null;
    const partnerId = 'partnerId' in key ? key.partnerId : (/^P#([^#]+)/.exec(pk)?.[1] ?? null);
    return { kind: 'hint', work: key.kind, queue: work[key.kind].queue, pk, sk, partnerId, customerId };
  } catch {
    return { kind: 'unknown' };
  }
};

export const readDeadLetter = (body: string): DeadLetterContent => {
  const value = parsed(body);
  const known = callback.safeParse(value);
  if (known.success) {
    const { changes } = known.data;
    const accounts = Array.from(new Set(changes.map(({ entryId }) => entryId)));
    return { kind: 'callback', accounts, fields: Array.from(new Set(changes.map(({ field }) => field))) };
  }
  const copied = audit.safeParse(value);
  if (copied.success) {
    const { change, month, id } = copied.data.audit;
    return { kind: 'audit', change, month, auditId: id };
  }
  const note = record.safeParse(value);
  if (note.success) return { kind: 'record', pk: note.data.pk, sk: note.data.sk };
  const given = batch.safeParse(value);
  if (given.success) {
    const { functionArn, condition } = given.data.requestContext;
    const name = functionArn.split(':')[6] ?? functionArn;
    return { kind: 'batch', function: name, condition, records: given.data.DDBStreamBatchInfo?.batchSize ?? null };
  }
  const key = hint.safeParse(value);
  return key.success ? hintContent(key.data) : { kind: 'unknown' };
};

/** Whose it is, where the message tells. */
export const partnerOfLetter = (content: DeadLetterContent): string | null => {
  switch (content.kind) {
    case 'hint':
      return content.partnerId;
    case 'record':
      return /^P#([^#]+)/.exec(content.pk ?? '')?.[1] ?? null;
    case 'callback':
    case 'audit':
    case 'batch':
    case 'unknown':
      return null;
  }
};

/** The queue of a message and its group; null for stream records, which no worker reads. */
export const destinationOf = (
  content: DeadLetterContent,
): { readonly to: DeadLetterOrigin; readonly group: string } | null => {
  switch (content.kind) {
    case 'hint':
      return { to: content.queue, group: hintGroupOf(content) };
    case 'callback':
      return { to: 'callback', group: content.accounts[0] ?? 'service' };
    case 'audit':
      return { to: 'audit', group: 'service' };
    case 'record':
    case 'batch':
    case 'unknown':
      return null;
  }
};
