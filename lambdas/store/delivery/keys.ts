import { createHash } from 'node:crypto';
import type { IndexScope } from '@swift-worker/time-index/delivery-index.ts';
import { messagePlace } from '../../domain/delivery/message-place.ts';
import type { MessageIdentity } from '../../domain/delivery/report.ts';
import type { SizeName } from '../../domain/size.ts';
import type { Key } from '../table/keys.ts';

/** The keys of delivery reports and of their index. A key holds an opaque identifier only as a digest. */

/** Whose events an index holds: a partner's, a customer's or an instance's. The customer is the one at the time of the event. */
export type DeliveryScope =
  | { readonly kind: 'partner'; readonly partnerId: string }
  | { readonly kind: 'customer'; readonly partnerId: string; readonly customerId: string }
  | { readonly kind: 'instance'; readonly partnerId: string; readonly instanceId: string };

/** The beginning of the sort keys of messages' items. The stream's filter for reports matches it. */
export const messageSortPrefix = 'DM#';

const messagePartition = /^P#([0-9a-f-]{36})#DM#(\d+)\.\d+$/;

export const messageKey = (
  partnerId: string,
  phoneNumberId: string,
  message: MessageIdentity,
  size: SizeName = 'standard',
): Key => {
  const digest = createHash('sha256').update(JSON.stringify([phoneNumberId, message.kind, message.value]));
  const name = digest.digest('base64url').slice(0, 32);
  const { stripe, bucket } = messagePlace(size, phoneNumberId, name);
  return { pk: `P#${partnerId}#DM#${stripe}.${bucket}`, sk: `${messageSortPrefix}${name}` };
};

/** The partner in a message's key; null when the key is of another kind. */
export const partnerOfMessageKey = (partitionKey: string): string | null =>
  messagePartition.exec(partitionKey)?.[1] ?? null;

/** A message's key as one text, by which reports name their message. */
export const messageName = ({ pk, sk }: Key): string => `${pk}#${sk.slice(messageSortPrefix.length)}`;

/** The key of a message's name. */
export const namedMessage = (name: string): Key => {
  const end = name.lastIndexOf('#');
  return { pk: name.slice(0, end), sk: `${messageSortPrefix}${name.slice(end + 1)}` };
};

/** The part of the journal that a message's reports wait in. */
export const stripeOfMessage = (name: string): number => Number(messagePartition.exec(namedMessage(name).pk)?.[2] ?? 0);

/** Each scope has one partition, so that one query reads a range of it. */
export const scopePartition = (scope: DeliveryScope): string => {
  const index = `P#${scope.partnerId}#D`;
  switch (scope.kind) {
    case 'partner':
      return `${index}#P`;
    case 'customer':
      return `${index}#C#${scope.customerId}`;
    case 'instance':
      return `${index}#I#${scope.instanceId}`;
  }
};

/** The scope as its index knows it. */
export const indexScope = (scope: DeliveryScope): IndexScope => ({
  partition: scopePartition(scope),
  instanceId: scope.kind === 'instance' ? scope.instanceId : null,
});

const parkedPartition = (partnerId: string, scope: DeliveryScope | null): string => {
  const parked = `P#${partnerId}#DQ`;
  switch (scope?.kind) {
    case undefined:
      return `${parked}#ALL`;
    case 'partner':
      return `${parked}#P`;
    case 'customer':
      return `${parked}#C#${scope.customerId}`;
    case 'instance':
      return `${parked}#I#${scope.instanceId}`;
  }
};

/** Parked reports: those that could not be folded into a scope's index, or journalled. A null scope stands for the journal. */
export const parkedKeys = {
  /** Due as long as the scope has parked reports. */
  head: (partnerId: string, scope: DeliveryScope | null): Key => ({
    pk: parkedPartition(partnerId, scope),
    sk: 'HEAD',
  }),
  /** A batch of parked reports. Ids ascend with time. */
  reports: (partnerId: string, scope: DeliveryScope | null, id: string): Key => ({
    pk: parkedPartition(partnerId, scope),
    sk: `R#${id}`,
  }),
} as const;

const journalPartition = (partnerId: string, stripe: number): string => `P#${partnerId}#J#${stripe}`;

/** Reports that were recorded and wait to be folded. */
export const journalKeys = {
  /** The state of the journal. Due when its reports are to be folded. */
  tail: (partnerId: string, stripe: number): Key => ({ pk: journalPartition(partnerId, stripe), sk: 'TAIL' }),
  /** A chunk of reports, named by a digest of their ids. */
  chunk: (partnerId: string, stripe: number, name: string): Key => ({
    pk: journalPartition(partnerId, stripe),
    sk: `C#${name}`,
  }),
  /** Names of folded chunks. They are deleted when no reader needs them any more. */
  folded: (partnerId: string, stripe: number, id: string): Key => ({
    pk: journalPartition(partnerId, stripe),
    sk: `F#${id}`,
  }),
} as const;

/** The latest verdict on an instance's deliveries. */
export const verdictKey = (partnerId: string, instanceId: string): Key => ({
  pk: scopePartition({ kind: 'instance', partnerId, instanceId }),
  sk: 'VERDICT',
});
