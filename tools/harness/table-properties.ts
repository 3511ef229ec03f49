import type { CreateTableCommandInput } from '@aws-sdk/client-dynamodb';

/** The keys and the index of the deployed table. */
export const tableProperties = {
  TableName: 'swift-worker',
  KeySchema: [
    { AttributeName: 'pk', KeyType: 'HASH' },
    { AttributeName: 'sk', KeyType: 'RANGE' },
  ],
  AttributeDefinitions: ['pk', 'sk', 'due_shard', 'due_at'].map((name) => ({
    AttributeName: name,
    AttributeType: 'S' as const,
  })),
  GlobalSecondaryIndexes: [
    {
      IndexName: 'due',
      KeySchema: [
        { AttributeName: 'due_shard', KeyType: 'HASH' },
        { AttributeName: 'due_at', KeyType: 'RANGE' },
      ],
      Projection: { ProjectionType: 'KEYS_ONLY' },
    },
  ],
  StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
} satisfies CreateTableCommandInput;
