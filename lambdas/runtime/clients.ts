import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { translation } from '../store/table/attributes.ts';
import { countLanes } from '../store/table/count-lanes.ts';
import type { Table } from '../store/table/table.ts';
import { callsWithin } from '../kernel/calls-within.ts';
import { openClient } from './aws-calls.ts';
import { systemClock, systemRetryPolicy } from './clock.ts';
import { invocationEnd } from './invocation-end.ts';

export const openTable = (name: string): Table => ({
  name,
  // The SDK's document client has a `send` of its own.
  client: callsWithin(
    DynamoDBDocumentClient.from(openClient(DynamoDBClient, 'dynamodb'), translation()),
    invocationEnd,
  ),
  retryPolicy: systemRetryPolicy,
  lanes: countLanes(systemClock, systemRetryPolicy.random),
});
