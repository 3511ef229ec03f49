import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { PutCommand, type PutCommandInput } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { leaseEnd, type Deadline } from '../../kernel/deadline.ts';
import { beingErased } from '../../domain/erasure.ts';
import { Replay, ServiceError } from '../../kernel/errors.ts';
import { receiptLifetime, type IdempotencyClaim } from '../../domain/idempotency.ts';
import type { StoredResponse } from '../../kernel/stored-response.ts';
import { seconds, type Milliseconds } from '../../kernel/time.ts';
import { itemOf } from './attributes.ts';
import type { Clause } from './commit.ts';
import { tryUpdate } from './conditional-write.ts';
import { keys, type Key } from './keys.ts';
import { getItem } from './read.ts';
import { packBody, storedBody } from './receipt-body.ts';
import type { Item, Table } from './table.ts';

/** A partner's idempotency claim of a time. */
export interface PartnerClaim extends IdempotencyClaim {
  readonly partnerId: string;
  readonly now: Milliseconds;
  /** The number of the lease of a command of several commits; null for commands of one commit. */
  readonly fence: number | null;
  /** When the first lease under the key was taken: the same for whoever carries the command on. */
  readonly began: Milliseconds;
}

/** How long a command with external effects may take before another call takes over. */
const leaseTime: Milliseconds = 40_000;

/** Made when the first receipt is read, which most environments never do. */
const receiptItem = z.lazy(() => {
  const common = { fingerprint: z.string(), expires_at: z.number(), fence: z.number() };
  return z.discriminatedUnion('state', [
    z.object({
      ...common,
      state: z.literal('in_progress'),
      lease_until: z.number(),
      /** The call that has the lease; empty in older leases, which have no beginning either. */
      holder: z._default(z.string(), ''),
      began: z._default(z.number(), 0),
    }),
    z.object({ ...common, state: z.literal('done'), status: z.number(), body: storedBody(), sealed: z.boolean() }),
  ]);
});

/** The error for an existing receipt; null when it has expired or is the claim's own lease. */
const judge = (existing: Item | undefined, claim: PartnerClaim): Replay | ServiceError | null => {
  if (existing === undefined) return null;
  const receipt = receiptItem.parse(existing);
  if (receipt.expires_at <= claim.now) return null;
  if (receipt.fingerprint !== claim.fingerprint) {
    return new ServiceError(
      'idempotency_key_reused',
      'Idempotency-Key was used for a different request in the last 24 hours; use a new key',
    );
  }
  switch (receipt.state) {
    case 'done':
      return new Replay({ status: receipt.status, body: receipt.body, sealed: receipt.sealed });
    case 'in_progress':
      if (receipt.fence === claim.fence) return null;
      return new ServiceError('idempotency_in_progress', 'the same request is being carried out; try again', {
        retryAfter: Math.max(1, Math.ceil((receipt.lease_until - claim.now) / 1000)),
      });
  }
};

/** The key of the claim's receipt; none without a claim. */
export const receiptKeys = (partnerId: string, claim: PartnerClaim | null): readonly Key[] =>
  claim === null ? [] : [keys.receipt(partnerId, claim.key)];

/** @throws Replay, ServiceError when the key was used before */
export const throwEarlier = (existing: Item | undefined, claim: PartnerClaim | null): void => {
  const earlier = claim === null ? null : judge(existing, claim);
  if (earlier !== null) throw earlier;
};

/** For a command that fails before its commit. @throws Replay, ServiceError when the key was used before */
export const requireUnanswered = async (table: Table, claim: PartnerClaim | null): Promise<void> => {
  if (claim !== null) throwEarlier(await getItem(table, keys.receipt(claim.partnerId, claim.key)), claim);
};

type Condition = Pick<
  PutCommandInput,
  'ConditionExpression' | 'ExpressionAttributeNames' | 'ExpressionAttributeValues'
>;

/** TTL deletes days late, so the condition compares the time. A lease must be the claim's own. */
const claimable = (claim: PartnerClaim): Condition =>
  claim.fence === null
    ? {
        ConditionExpression: 'attribute_not_exists(pk) OR expires_at <= :now',
        ExpressionAttributeValues: { ':now': claim.now },
      }
    : {
        ConditionExpression: '#state = :open AND fence = :fence',
        ExpressionAttributeNames: { '#state': 'state' },
        ExpressionAttributeValues: { ':open': 'in_progress', ':fence': claim.fence },
      };

const receiptParams = (table: string, claim: PartnerClaim, response: StoredResponse): PutCommandInput => ({
  TableName: table,
  Item: {
    ...keys.receipt(claim.partnerId, claim.key),
    fingerprint: claim.fingerprint,
    state: 'done',
    fence: claim.fence ?? 0,
    status: response.status,
    body: packBody(response.body),
    sealed: response.sealed,
    expires_at: claim.now + receiptLifetime,
    ttl: seconds(claim.now + receiptLifetime),
  },
  ...claimable(claim),
});

const refusal = (existing: Item | undefined, claim: PartnerClaim): Error =>
  judge(existing, claim) ??
  new ServiceError('idempotency_in_progress', 'another call took this one over; try again', { retryAfter: 1 });

/** The receipt as a part of the command's commit. */
export const receiptClause = (table: Table, claim: PartnerClaim, response: StoredResponse): Clause => ({
  name: 'the idempotency key is new',
  write: { Put: { ...receiptParams(table.name, claim, response) } },
  refuse: (existing) => refusal(existing, claim),
});

const namesKey = ({ write }: Clause, { key }: PartnerClaim): boolean => write.Put?.Item?.['idempotency_key'] === key;

const isOn = ({ write }: Clause, { pk, sk }: Key): boolean => {
  const touched = write.Put?.Item ?? write.Update?.Key ?? write.Delete?.Key ?? write.ConditionCheck?.Key;
  return touched?.['pk'] === pk && touched['sk'] === sk;
};

const linkClause = (table: Table, claim: PartnerClaim, customerId: string): Clause => ({
  name: 'the receipt is linked to its customer',
  write: {
    Put: {
      TableName: table.name,
      Item: {
        ...keys.customerReceipt(claim.partnerId, customerId, claim.key),
        ttl: seconds(claim.now + receiptLifetime),
      },
    },
  },
});

/** An erasure would miss a receipt that is written after its search. */
const notForgottenClause = (table: Table, key: Key): Clause => ({
  name: 'the customer is not being erased',
  write: {
    ConditionCheck: {
      TableName: table.name,
      Key: { ...key },
      ConditionExpression: 'NOT (#status IN (:erasing, :erased))',
      ExpressionAttributeNames: { '#status': 'status' },
      ExpressionAttributeValues: { ':erasing': 'erasing', ':erased': 'erased' },
    },
  },
  refuse: beingErased,
});

/**
 * Links a receipt to the customer whose data it contains; none when a history entry of the same commit names it.
 * @param beside the other clauses of the commit
 */
export const receiptLinkClauses = (
  table: Table,
  claim: PartnerClaim,
  customerId: string,
  beside: readonly Clause[],
): readonly Clause[] => {
  if (beside.some((clause) => namesKey(clause, claim))) return [];
  const key = keys.customer(claim.partnerId, customerId);
  const isGuarded = beside.some((clause) => isOn(clause, key));
  return [linkClause(table, claim, customerId), ...(isGuarded ? [] : [notForgottenClause(table, key)])];
};

/** The existing item of a failed condition. @throws every other error */
const existingItemOf = (error: unknown): Item | undefined => {
  if (!(error instanceof ConditionalCheckFailedException)) throw error;
  return itemOf(error.Item);
};

/** Stores the response of a command without a commit. @throws Replay, ServiceError when the key was used meanwhile */
export const storeReceipt = async (table: Table, claim: PartnerClaim, response: StoredResponse): Promise<void> => {
  const params = receiptParams(table.name, claim, response);
  try {
    await table.client.send(new PutCommand({ ...params, ReturnValuesOnConditionCheckFailure: 'ALL_OLD' }));
  } catch (error) {
    throw refusal(existingItemOf(error), claim);
  }
};

interface Lease {
  readonly holder: string;
  readonly until: Milliseconds;
  readonly fence: number;
  readonly began: Milliseconds;
}

const leaseParams = (table: string, claim: PartnerClaim, { holder, until, fence, began }: Lease): PutCommandInput => ({
  TableName: table,
  Item: {
    ...keys.receipt(claim.partnerId, claim.key),
    fingerprint: claim.fingerprint,
    state: 'in_progress',
    fence,
    holder,
    began,
    lease_until: until,
    expires_at: claim.now + receiptLifetime,
    ttl: seconds(claim.now + receiptLifetime),
  },
  ConditionExpression:
    'attribute_not_exists(pk) OR expires_at <= :now OR (#state = :open AND fence = :before AND lease_until <= :now)',
  ExpressionAttributeNames: { '#state': 'state' },
  ExpressionAttributeValues: { ':now': claim.now, ':open': 'in_progress', ':before': fence - 1 },
  ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
});

/**
 * Takes the first lease of a command with external effects, or takes over an expired one. Each lease has the next
 * number, which fences off an earlier holder. When the client repeats a write whose response was lost, the existing lease
 * is the call's own.
 * @param holder unique to the call
 * @throws Replay, ServiceError idempotency_key_reused, idempotency_in_progress
 */
export const takeLease = async (
  table: Table,
  claim: PartnerClaim,
  holder: string,
  deadline: Deadline,
  { fence, began }: Pick<Lease, 'fence' | 'began'> = { fence: 1, began: claim.now },
): Promise<PartnerClaim> => {
  const until = leaseEnd(deadline, claim.now, leaseTime);
  try {
    await table.client.send(new PutCommand(leaseParams(table.name, claim, { holder, until, fence, began })));
    return { ...claim, fence, began };
  } catch (error) {
    const existing = existingItemOf(error);
    const receipt = existing === undefined ? null : receiptItem.parse(existing);
    if (receipt?.state === 'in_progress' && receipt.holder === holder) {
      return { ...claim, fence: receipt.fence, began: receipt.began };
    }
    const ranOut = receipt?.state === 'in_progress' && receipt.lease_until <= claim.now;
    if (!ranOut || receipt.fingerprint !== claim.fingerprint || receipt.fence < fence) throw refusal(existing, claim);
    return takeLease(table, claim, holder, deadline, { fence: receipt.fence + 1, began: receipt.began });
  }
};

/** Releases the lease, so that the next call does not wait for its expiry. */
export const releaseLease = async (table: Table, claim: PartnerClaim): Promise<void> => {
  const { ConditionExpression, ExpressionAttributeNames, ExpressionAttributeValues } = claimable(claim);
  // A failed condition means that another call took over.
  await tryUpdate(table, {
    Key: { ...keys.receipt(claim.partnerId, claim.key) },
    UpdateExpression: 'SET lease_until = :none',
    ConditionExpression,
    ExpressionAttributeNames,
    ExpressionAttributeValues: { ...ExpressionAttributeValues, ':none': 0 },
  });
};
