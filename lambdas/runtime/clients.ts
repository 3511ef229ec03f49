import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { translation } from '../store/table/attributes.ts';
import { countLanes } from '../store/table/count-lanes.ts';
import type { Table } from '../store/table/table.ts';
import { openClient } from './aws-calls.ts';
import { systemClock, systemRetryPolicy } from './clock.ts';

export const openTable = (name: string): Table => ({
  name,
  client: DynamoDBDocumentClient.from(openClient(DynamoDBClient), translation()),
  retryPolicy: systemRetryPolicy,
  lanes: countLanes(systemClock, systemRetryPolicy.random),
});
