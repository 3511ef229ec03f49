import { EndpointReplaced } from '../../kernel/errors.ts';
import type { Milliseconds } from '../../kernel/time.ts';
import type { Clause } from '../table/commit.ts';
import { keys } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import { unchangedEndpointClause } from './unchanged-endpoint.ts';
import type { WebhookEndpoint } from './webhook-endpoints.ts';

/** What could not take an event: a partner without an endpoint, with a disabled one, or the endpoint that failed it. */
export type Refusal =
  | { readonly kind: 'absent' }
  | { readonly kind: 'disabled'; readonly since: Milliseconds }
  | { readonly kind: 'failed'; readonly endpoint: WebhookEndpoint };

const refuse = (): EndpointReplaced => new EndpointReplaced();

/** Requires that what could not take an event still stands. @throws EndpointReplaced */
export const refusalClause = (table: Table, partnerId: string, refusal: Refusal): Clause => {
  const TableName = table.name;
  switch (refusal.kind) {
    case 'absent': {
      const Key = { ...keys.webhookEndpoint(partnerId) };
      return {
        name: 'there is no endpoint',
        write: { ConditionCheck: { TableName, Key, ConditionExpression: 'attribute_not_exists(pk)' } },
        refuse,
      };
    }
    case 'disabled':
      return {
        name: 'the endpoint is still disabled',
        write: {
          ConditionCheck: {
            TableName,
            Key: { ...keys.outbox(partnerId) },
            // A new endpoint is healthy. The time tells one disabling from another.
            ConditionExpression: 'health.#state = :disabled AND health.#at = :at',
            ExpressionAttributeNames: { '#state': 'state', '#at': 'at' },
            ExpressionAttributeValues: { ':disabled': 'disabled', ':at': refusal.since },
          },
        },
        refuse,
      };
    case 'failed':
      return unchangedEndpointClause(table, partnerId, refusal.endpoint, refuse);
  }
};
