import { ScanCommand, type DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { TableItem } from './exported-item.ts';

/** Every item of a table, page by page. */
export async function* scanPages(
  client: DynamoDBClient,
  table: string,
  projection?: string,
): AsyncGenerator<readonly TableItem[], void> {
  let start: TableItem | undefined;
  do {
    const page: { readonly Items?: TableItem[] | undefined; readonly LastEvaluatedKey?: TableItem | undefined } =
      await client.send(
        new ScanCommand({
          TableName: table,
          ConsistentRead: true,
          ...(projection !== undefined && { ProjectionExpression: projection }),
          ...(start !== undefined && { ExclusiveStartKey: start }),
        }),
      );
    yield page.Items ?? [];
    start = page.LastEvaluatedKey;
  } while (start !== undefined);
}
