import * as z from 'zod/mini';
import type { SealContext } from '../../domain/vault.ts';
import { contended, type Clause } from '../table/commit.ts';
import { keys } from '../table/keys.ts';
import { outboxRecordOf, type OutboxRecord } from './outbox.ts';
import { getItem, getItems } from '../table/read.ts';
import { webhookSecretsOf, type WebhookSecrets } from './webhook-secrets.ts';
import type { Item, Table } from '../table/table.ts';

/** Callbacks of the platform that come to the service, which sends them on. */
export interface Relay {
  /** False after the partner has gone back to direct callbacks: those that still come are sent on. */
  readonly isOn: boolean;
  /** Where the platform sends the callbacks of the partner's lines. */
  readonly url: string;
  /** The platform's names of the fields that are sent on. */
  readonly fields: readonly string[];
}

/** A partner's webhook endpoint. Whether it is enabled follows from its health: see store/webhooks/outbox.ts. */
export interface WebhookEndpoint {
  readonly id: string;
  readonly name: string;
  readonly url: string;
  readonly is_primary: boolean;
  /** The encrypted verify token. */
  readonly sealed_verify_token: string;
  /** The migration of the instances' callbacks to this URL. */
  readonly migration_id: string;
  readonly revision: number;
  readonly updated_at: string;
  /** Null: the partner never had callbacks sent on. */
  readonly relay: Relay | null;
}

/** Where the callbacks of the partner's lines have to point. */
export const callbackUrlOf = ({ url, relay }: WebhookEndpoint): string => (relay?.isOn === true ? relay.url : url);

export const verifyTokenContext = (partnerId: string, endpointId: string): SealContext => ({
  partner_id: partnerId,
  record_id: endpointId,
  purpose: 'verify_token',
});

const relay = z.object({ isOn: z.boolean(), url: z.string(), fields: z.array(z.string()) });

const endpointItem = z.object({
  id: z.string(),
  name: z.string(),
  url: z.string(),
  is_primary: z.boolean(),
  sealed_verify_token: z.string(),
  migration_id: z.string(),
  revision: z.number(),
  updated_at: z.string(),
  relay: z._default(z.nullable(relay), null),
});

const webhookEndpointOf = (item: Item): WebhookEndpoint => endpointItem.parse(item);

export const readWebhookEndpoint = async (table: Table, partnerId: string): Promise<WebhookEndpoint | null> => {
  const item = await getItem(table, keys.webhookEndpoint(partnerId));
  return item === undefined ? null : webhookEndpointOf(item);
};

/** What is needed to send events to a partner. */
export interface WebhookTarget {
  readonly endpoint: WebhookEndpoint | null;
  readonly secrets: WebhookSecrets;
  readonly outbox: OutboxRecord;
}

const readTarget = async (table: Table, partnerId: string, consistent: boolean): Promise<WebhookTarget> => {
  const wanted = [keys.webhookEndpoint(partnerId), keys.webhookSecrets(partnerId), keys.outbox(partnerId)];
  const [endpoint, secrets, outbox] = await getItems(table, wanted, consistent);
  return {
    endpoint: endpoint === undefined ? null : webhookEndpointOf(endpoint),
    secrets: webhookSecretsOf(secrets),
    outbox: outboxRecordOf(partnerId, outbox),
  };
};

/**
 * Takes one round trip. It is no transaction: when the outbox is of a later endpoint than the one that was read, the target is
 * read again. @param consistent false: at half the price, a target that may be a moment old
 */
export const readWebhookTarget = async (table: Table, partnerId: string, consistent = true): Promise<WebhookTarget> => {
  const target = await readTarget(table, partnerId, consistent);
  const isTorn = target.outbox.endpointRevision > (target.endpoint?.revision ?? 0);
  return isTorn ? readTarget(table, partnerId, true) : target;
};

/** An endpoint without a relay has no attribute of it: earlier versions wrote none. */
const itemOf = ({ relay, ...endpoint }: WebhookEndpoint): Item => ({ ...endpoint, ...(relay !== null && { relay }) });

export const webhookEndpointClause = (table: Table, partnerId: string, endpoint: WebhookEndpoint): Clause => ({
  name: 'the endpoint is unchanged since it was read',
  write: {
    Put: {
      TableName: table.name,
      Item: { ...keys.webhookEndpoint(partnerId), ...itemOf(endpoint) },
      ConditionExpression: endpoint.revision === 1 ? 'attribute_not_exists(pk)' : 'revision = :read',
      ...(endpoint.revision === 1 ? {} : { ExpressionAttributeValues: { ':read': endpoint.revision - 1 } }),
    },
  },
  refuse: contended,
});
