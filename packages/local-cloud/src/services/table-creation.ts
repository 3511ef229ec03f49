import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import { AwsError } from './aws-service.ts';
import { child, children, text, type JsonObject } from './json-object.ts';
import { replicaOf, type IndexSchema, type TableSchema } from './table-schema.ts';

export interface CreatedTable {
  readonly tableName: string;
  readonly tableArn: string;
  readonly streamArn: string | undefined;
}

type Call = (operation: string, input: JsonObject) => Promise<JsonObject>;

const keySchema = z.array(z.object({ AttributeName: z.string(), KeyType: z.enum(['HASH', 'RANGE']) }));
const index = z.object({
  IndexName: z.string(),
  KeySchema: keySchema,
  Projection: z.object({
    ProjectionType: z.enum(['ALL', 'KEYS_ONLY', 'INCLUDE']),
    NonKeyAttributes: z.array(z.string()).optional(),
  }),
});
/** The common properties of `AWS::DynamoDB::Table` and `AWS::DynamoDB::GlobalTable`. Others have no effect on one machine. */
const tableProperties = z.object({
  TableName: z.string({ error: 'the table has no TableName' }),
  AttributeDefinitions: z.array(z.object({ AttributeName: z.string(), AttributeType: z.enum(['S', 'N', 'B']) })),
  KeySchema: keySchema,
  GlobalSecondaryIndexes: z.array(index).optional(),
  LocalSecondaryIndexes: z.array(index).optional(),
  StreamSpecification: z.object({ StreamViewType: z.string() }).optional(),
  TimeToLiveSpecification: z
    .object({ AttributeName: z.string().optional(), Enabled: z.union([z.boolean(), z.stringbool()]) })
    .optional(),
});
type TableProperties = z.infer<typeof tableProperties>;

/** The properties of the table that gets the writes later, without a stream. */
export const replicaProperties = (properties: unknown): unknown => {
  const { StreamSpecification: _, ...wanted } = tableProperties.parse(properties);
  return { ...wanted, TableName: replicaOf(wanted.TableName) };
};

/** Creates the table, or updates an existing one to the template. @throws Error when its key differs */
export const ensureTable = async (
  call: Call,
  properties: unknown,
): Promise<{ created: CreatedTable; schema: TableSchema }> => {
  const wanted = tableProperties.parse(properties);
  const existing = await describe(call, wanted.TableName);
  if (existing === undefined) await call('CreateTable', creation(wanted));
  else await update(call, wanted, existing);
  await ensureTimeToLive(call, wanted);
  const table = (await describe(call, wanted.TableName)) ?? {};
  return {
    created: {
      tableName: wanted.TableName,
      tableArn: text(table, 'TableArn') ?? '',
      streamArn: text(table, 'LatestStreamArn'),
    },
    schema: schemaOf(wanted),
  };
};

const describe = async (call: Call, name: string): Promise<JsonObject | undefined> => {
  try {
    return child(await call('DescribeTable', { TableName: name }), 'Table');
  } catch (error) {
    if (error instanceof AwsError && error.code === 'ResourceNotFoundException') return undefined;
    throw error;
  }
};

/** Deletes the table if there is one. */
export const deleteTable = async (call: Call, name: string): Promise<void> => {
  if ((await describe(call, name)) !== undefined) await call('DeleteTable', { TableName: name });
};

const streamSpecification = (wanted: TableProperties): JsonObject =>
  wanted.StreamSpecification === undefined
    ? {}
    : { StreamSpecification: { StreamEnabled: true, StreamViewType: wanted.StreamSpecification.StreamViewType } };

const creation = (wanted: TableProperties): JsonObject => ({
  TableName: wanted.TableName,
  AttributeDefinitions: wanted.AttributeDefinitions,
  KeySchema: wanted.KeySchema,
  BillingMode: 'PAY_PER_REQUEST',
  ...(wanted.GlobalSecondaryIndexes === undefined ? {} : { GlobalSecondaryIndexes: wanted.GlobalSecondaryIndexes }),
  ...(wanted.LocalSecondaryIndexes === undefined ? {} : { LocalSecondaryIndexes: wanted.LocalSecondaryIndexes }),
  ...streamSpecification(wanted),
});

const update = async (call: Call, wanted: TableProperties, existing: JsonObject): Promise<void> => {
  const name = { TableName: wanted.TableName };
  if (keyOf(existing.KeySchema) !== keyOf(wanted.KeySchema)) {
    throw new Error(`The existing table ${wanted.TableName} has another key than the template; start with --fresh`);
  }
  const before = children(existing, 'GlobalSecondaryIndexes');
  const after = wanted.GlobalSecondaryIndexes ?? [];
  const isSame = (kept: JsonObject, index: (typeof after)[number]): boolean =>
    kept.IndexName === index.IndexName &&
    keyOf(kept.KeySchema) === keyOf(index.KeySchema) &&
    projectionOf(kept.Projection) === projectionOf(index.Projection);
  // Only one index can change at a time.
  for (const kept of before.filter((kept) => !after.some((index) => isSame(kept, index)))) {
    await call('UpdateTable', { ...name, GlobalSecondaryIndexUpdates: [{ Delete: { IndexName: kept.IndexName } }] });
    await settled(call, wanted.TableName);
  }
  for (const index of after.filter((index) => !before.some((kept) => isSame(kept, index)))) {
    const { AttributeDefinitions } = wanted;
    await call('UpdateTable', { ...name, AttributeDefinitions, GlobalSecondaryIndexUpdates: [{ Create: index }] });
    await settled(call, wanted.TableName);
  }
  const stream = child(existing, 'StreamSpecification');
  if (wanted.StreamSpecification !== undefined && stream?.StreamEnabled !== true) {
    await call('UpdateTable', { ...name, ...streamSpecification(wanted) });
  }
};

const keyOf = (schema: unknown): string => {
  const { hashKey, rangeKey } = key(keySchema.parse(schema));
  return JSON.stringify([hashKey, rangeKey]);
};

const projectionOf = (projection: unknown): string => {
  const { ProjectionType, NonKeyAttributes = [] } = index.shape.Projection.parse(projection);
  return JSON.stringify([ProjectionType, [...NonKeyAttributes].sort()]);
};

/** The most failures in a row of DescribeTable. More of them are not transient. */
const failuresAtMost = 100;

/** While DynamoDB Local builds an index, its description of the table may be incomplete, and DescribeTable fails. */
const describeBusy = async (call: Call, name: string): Promise<JsonObject | 'busy'> => {
  try {
    return (await describe(call, name)) ?? {};
  } catch (error) {
    if (error instanceof AwsError && error.status === 500) return 'busy';
    throw error;
  }
};

const settled = async (call: Call, name: string): Promise<void> => {
  for (let failures = 0; failures < failuresAtMost;) {
    const table = await describeBusy(call, name);
    failures = table === 'busy' ? failures + 1 : 0;
    const parts = table === 'busy' ? [{}] : [table, ...children(table, 'GlobalSecondaryIndexes')];
    if (parts.every((part) => (part.TableStatus ?? part.IndexStatus) === 'ACTIVE')) return;
    await setTimeout(20);
  }
  throw new Error(`DynamoDB Local does not return the state of the indexes of ${name}`);
};

const ensureTimeToLive = async (call: Call, wanted: TableProperties): Promise<void> => {
  const { AttributeName, Enabled } = wanted.TimeToLiveSpecification ?? { Enabled: false };
  if (AttributeName === undefined || !Enabled) return;
  const name = { TableName: wanted.TableName };
  const current = child(await call('DescribeTimeToLive', name), 'TimeToLiveDescription') ?? {};
  if (current.TimeToLiveStatus === 'ENABLED' && current.AttributeName === AttributeName) return;
  await call('UpdateTimeToLive', { ...name, TimeToLiveSpecification: { AttributeName, Enabled: true } });
};

const indexSchema =
  (global: boolean) =>
  ({ IndexName, KeySchema, Projection }: z.infer<typeof index>): IndexSchema => ({
    name: IndexName,
    ...key(KeySchema),
    projection: Projection.ProjectionType === 'ALL' ? 'all' : (Projection.NonKeyAttributes ?? []),
    global,
  });

const schemaOf = (wanted: TableProperties): TableSchema => ({
  name: wanted.TableName,
  ...key(wanted.KeySchema),
  indexes: [
    ...(wanted.GlobalSecondaryIndexes ?? []).map(indexSchema(true)),
    ...(wanted.LocalSecondaryIndexes ?? []).map(indexSchema(false)),
  ],
});

const key = (schema: z.infer<typeof keySchema>): { hashKey: string; rangeKey: string | undefined } => ({
  hashKey: schema.find(({ KeyType }) => KeyType === 'HASH')?.AttributeName ?? '',
  rangeKey: schema.find(({ KeyType }) => KeyType === 'RANGE')?.AttributeName,
});
