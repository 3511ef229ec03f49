import * as z from 'zod/mini';
import { unpackEvent } from '@swift-worker/time-index/event-codec.ts';
import { deliveryStatuses, type DeliveryStatus, type IndexedEvent } from '@swift-worker/time-index/event.ts';
import { newEvents, type Statuses } from '../domain/delivery/new-events.ts';
import type { ParkedReport } from '../domain/delivery/parked-report.ts';
import type { WaitingReport } from '../domain/delivery/waiting-report.ts';
import { messageName, partnerOfMessageKey } from '../store/delivery/keys.ts';
import { statusAttribute } from '../store/delivery/message-record.ts';

/** Attributes in the stream's JSON: binary values are base64. */
const image = z.record(z.string(), z.object({ B: z.optional(z.string()) }));

const streamRecord = z.object({
  eventName: z.enum(['INSERT', 'MODIFY', 'REMOVE']),
  dynamodb: z.object({
    Keys: z.object({ pk: z.object({ S: z.string() }), sk: z.object({ S: z.string() }) }),
    SequenceNumber: z.string(),
    OldImage: z.optional(image),
    NewImage: z.optional(image),
  }),
});

type Image = z.output<typeof image>;

/** A record of the stream whose events are not unpacked yet. */
export interface ReportRecord {
  readonly partnerId: string;
  readonly sequenceNumber: string;
  readonly report: ParkedReport;
  /** Empty when the change was not a report, such as an expiry or an erasure. @throws Error when a status can't be read */
  readonly reports: () => readonly WaitingReport[];
}

const statusNames = (attributes: Image | undefined): readonly DeliveryStatus[] =>
  deliveryStatuses.filter((status) => attributes?.[statusAttribute(status)] !== undefined);

const statusesIn = (attributes: Image | undefined): Statuses => {
  const statuses = new Map<DeliveryStatus, IndexedEvent>();
  for (const status of deliveryStatuses) {
    const bytes = attributes?.[statusAttribute(status)]?.B;
    if (bytes !== undefined) statuses.set(status, unpackEvent(Buffer.from(bytes, 'base64')));
  }
  return statuses;
};

/** @throws ZodError or Error when the record is not a change of a message's item */
export const reportRecord = (raw: unknown): ReportRecord => {
  const { eventName, dynamodb } = streamRecord.parse(raw);
  const { Keys: keys, SequenceNumber: sequenceNumber, OldImage: before, NewImage: after } = dynamodb;
  const partnerId = partnerOfMessageKey(keys.pk.S);
  if (partnerId === null) throw new Error('the record is not a change of a message');
  const message = messageName({ pk: keys.pk.S, sk: keys.sk.S });
  const known = statusNames(before);
  const brought = eventName === 'REMOVE' ? [] : statusNames(after).filter((status) => !known.includes(status));
  return {
    partnerId,
    sequenceNumber,
    report: { message, known, brought },
    reports: () =>
      brought.length === 0
        ? []
        : newEvents(statusesIn(before), statusesIn(after)).map((found) => ({ ...found, message })),
  };
};
