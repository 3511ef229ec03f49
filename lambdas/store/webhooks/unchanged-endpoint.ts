import { contended, type Clause } from '../table/commit.ts';
import { keys } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import type { WebhookEndpoint } from './webhook-endpoints.ts';

/** Refuses a commit when the endpoint has changed since it was read. */
export const unchangedEndpointClause = (
  table: Table,
  partnerId: string,
  endpoint: Pick<WebhookEndpoint, 'revision'>,
  refuse: () => Error = contended,
): Clause => ({
  name: 'the endpoint is unchanged since it was read',
  write: {
    ConditionCheck: {
      TableName: table.name,
      Key: { ...keys.webhookEndpoint(partnerId) },
      ConditionExpression: 'revision = :read',
      ExpressionAttributeValues: { ':read': endpoint.revision },
    },
  },
  refuse,
});
