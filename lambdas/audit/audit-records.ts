import * as z from 'zod/mini';
import { auditChanges, type AuditChange } from '../domain/audit-copy.ts';
import { isoOf } from '../kernel/time.ts';
import { auditPrefix } from '../store/table/keys.ts';

const text = z.object({ S: z.string() });
const keyed = z.object({ dynamodb: z.object({ Keys: z.object({ pk: text, sk: text }) }) });

export const isAuditRecord = (raw: unknown): boolean =>
  keyed.safeParse(raw).data?.dynamodb.Keys.pk.S.startsWith(auditPrefix) === true;

const attribute = z.record(z.string(), z.unknown());
const image = z.nullable(z._default(z.nullable(z.record(z.string(), attribute)), null));

const streamRecord = z.object({
  eventName: z.enum(auditChanges),
  dynamodb: z.object({
    Keys: z.object({ pk: text, sk: text }),
    SequenceNumber: z.string(),
    ApproximateCreationDateTime: z.number(),
    OldImage: image,
    NewImage: image,
  }),
});

/**
 * The value of an attribute as the table's client reads it. What the service writes has texts, maps and null alone. The rest is for
 * items that others wrote, and never fails: such an item must not hold up the stream.
 * https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_streams_AttributeValue.html
 */
const valueOf = (given: unknown): unknown => {
  const { success, data } = attribute.safeParse(given);
  const [[type, value] = ['', null]] = success ? Object.entries(data) : [];
  switch (type) {
    case 'NULL':
      return null;
    case 'N':
      return Number(value);
    case 'M':
      return itemOf(attribute.safeParse(value).data ?? {});
    case 'L':
      return Array.isArray(value) ? value.map(valueOf) : value;
    default:
      return value;
  }
};

const itemOf = (attributes: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(attributes).map(([name, given]) => [name, valueOf(given)]));

/** @throws ZodError when it is no record of the stream */
export const auditChange = (raw: unknown): AuditChange & { readonly sequenceNumber: string } => {
  const { eventName, dynamodb } = streamRecord.parse(raw);
  const { Keys: keys, OldImage: before, NewImage: after } = dynamodb;
  return {
    change: eventName,
    month: keys.pk.S.slice(auditPrefix.length),
    id: keys.sk.S,
    sequenceNumber: dynamodb.SequenceNumber,
    at: isoOf(1_000 * dynamodb.ApproximateCreationDateTime),
    before: before === null ? null : itemOf(before),
    after: after === null ? null : itemOf(after),
  };
};
