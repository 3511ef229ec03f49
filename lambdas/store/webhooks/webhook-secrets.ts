import * as z from 'zod/mini';
import type { SealContext } from '../../domain/vault.ts';
import type { SealedSecret } from '../../domain/webhook/rotation.ts';
import { contended, type Clause } from '../table/commit.ts';
import { keys } from '../table/keys.ts';
import { getItem } from '../table/read.ts';
import type { Item, Table } from '../table/table.ts';

/** A partner's signing secrets, oldest first. They exist before the first endpoint does. */
export interface WebhookSecrets {
  readonly secrets: readonly SealedSecret[];
  /** 0 before the first secret. */
  readonly revision: number;
}

export const secretContext = (partnerId: string): SealContext => ({
  partner_id: partnerId,
  record_id: partnerId,
  purpose: 'webhook_secret',
});

const secretsItem = z.object({
  secrets: z.array(
    z.object({
      sealed: z.string(),
      created_at: z.string(),
      ends_at: z.nullable(z.string()),
      made_by: z._default(z.nullable(z.string()), null),
    }),
  ),
  revision: z.number(),
});

export const webhookSecretsOf = (item: Item | undefined): WebhookSecrets =>
  item === undefined ? { secrets: [], revision: 0 } : secretsItem.parse(item);

export const readWebhookSecrets = async (table: Table, partnerId: string): Promise<WebhookSecrets> =>
  webhookSecretsOf(await getItem(table, keys.webhookSecrets(partnerId)));

/** @param read the revision that was read */
export const webhookSecretsClause = (
  table: Table,
  partnerId: string,
  secrets: readonly SealedSecret[],
  read: number,
): Clause => ({
  name: 'the signing secrets are unchanged since they were read',
  write: {
    Put: {
      TableName: table.name,
      Item: { ...keys.webhookSecrets(partnerId), secrets, revision: read + 1 },
      ConditionExpression: read === 0 ? 'attribute_not_exists(pk)' : 'revision = :read',
      ...(read === 0 ? {} : { ExpressionAttributeValues: { ':read': read } }),
    },
  },
  refuse: contended,
});
