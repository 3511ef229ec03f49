import {
  AttributeType,
  Billing,
  ProjectionType,
  StreamViewType,
  TableEncryptionV2,
  TableV2,
  type ITableV2,
  type TablePropsV2,
} from 'aws-cdk-lib/aws-dynamodb';
import { Effect, type IGrantable } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { StartingPosition } from 'aws-cdk-lib/aws-lambda';
import { Annotations, Stack } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import { auditPrefix, dueIndex } from '../../lambdas/store/table/keys.ts';
import { replicaKeyArnOf, tableArnOf, type Standby } from '../disasters.ts';
import { pinLogicalId } from '../logical-id.ts';
import { removalPolicyOf } from '../removal-policy.ts';
import { tableIdOf } from '../stage-tables.ts';
import type { StageConfig } from '../stages.ts';
import { allow, allowUnseen } from '../unseen-grants.ts';

export type Reading = 'GetItem' | 'BatchGetItem' | 'Query';
/** Actions of transactions and of single writes. */
export type Writing = 'PutItem' | 'UpdateItem' | 'DeleteItem' | 'ConditionCheckItem';

/** The default maximum throughput of an on-demand table: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/ServiceQuotas.html */
const fillingUnits = 40_000;

/** The properties of a table that is not being filled: items expire, and the throughput grows with the traffic. */
const whileServing = { timeToLiveAttribute: 'ttl' } as const;
/**
 * The properties of a table that is being filled. The digest of a complete copy equals its source's, so nothing may expire.
 * A new table takes only 4,000 writes a second without a warm throughput:
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/warm-throughput.html
 */
const whileFilled = { warmThroughput: { readUnitsPerSecond: 12_000, writeUnitsPerSecond: fillingUnits } } as const;

/** The tables of a stage, and the grants on the serving one. */
export class Storage extends Construct {
  /** The serving table. */
  readonly table: ITableV2;
  readonly #tables: ReadonlyMap<number, ITableV2>;
  readonly #serving: number;
  readonly #key: IKey;
  readonly #isReplica: boolean;

  constructor(scope: Construct, id: string, stage: StageConfig, key: IKey) {
    super(scope, id);
    this.#key = key;
    const { serving, beside } = stage.tables;
    this.#serving = serving;
    this.#isReplica = stage.name !== 'local' && stage.replicaTable?.generation === serving;
    this.table = this.#addTable(stage, serving);
    this.#tables = new Map([
      [serving, this.table],
      ...beside.map((other) => [other, this.#addTable(stage, other)] as const),
    ]);
  }

  /** The names of the tables, by generation. */
  get tableNames(): ReadonlyMap<number, string> {
    return new Map(Array.from(this.#tables, ([generation, { tableName }]) => [generation, tableName]));
  }

  /**
   * Where a reader of the stream begins. A later generation is filled with old records, which must not be read as changes.
   * A replica's stream has a day of changes that the first region has read. The position depends on these two only, because CloudFormation can't replace an event source of the same stream.
   */
  get startingPosition(): StartingPosition {
    return this.#serving === 1 && !this.#isReplica ? StartingPosition.TRIM_HORIZON : StartingPosition.LATEST;
  }

  #addTable(stage: StageConfig, generation: number): ITableV2 {
    const replica = stage.name === 'local' ? undefined : stage.replicaTable;
    if (replica?.generation === generation) return this.#replicaTable(generation, replica);
    const { serving } = stage.tables;
    const table = new TableV2(this, tableIdOf(generation), {
      partitionKey: { name: 'pk', type: AttributeType.STRING },
      sortKey: { name: 'sk', type: AttributeType.STRING },
      globalSecondaryIndexes: [
        // Sparse: it contains due work only.
        {
          indexName: dueIndex,
          partitionKey: { name: 'due_shard', type: AttributeType.STRING },
          sortKey: { name: 'due_at', type: AttributeType.STRING },
          projectionType: ProjectionType.KEYS_ONLY,
          // An index that is too slow slows the writes of its table.
          // https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/gsi-throttling.html
          ...(generation === 1 ? {} : whileFilled),
        },
      ],
      billing: Billing.onDemand(),
      dynamoStream: StreamViewType.NEW_AND_OLD_IMAGES,
      ...(generation > serving ? {} : whileServing),
      ...(generation === 1 ? {} : whileFilled),
      pointInTimeRecoverySpecification: {
        pointInTimeRecoveryEnabled: true,
        recoveryPeriodInDays: stage.data.recoveryDays,
      },
      ...this.#copiedTo(stage),
      removalPolicy: removalPolicyOf(stage),
      deletionProtection: stage.data.deletionProtection,
    });
    pinLogicalId(table, tableIdOf(generation));
    return table;
  }

  /** The replica that a stack of another region has made. */
  #replicaTable(generation: number, standby: Standby): ITableV2 {
    const attributes = {
      tableArn: tableArnOf(standby),
      tableStreamArn: standby.streamArn,
      encryptionKey: this.#key,
    };
    return TableV2.fromTableAttributes(this, tableIdOf(generation), attributes);
  }

  /** The replica of the table, which has the replica of the key. */
  #copiedTo(stage: StageConfig): Pick<TablePropsV2, 'encryption' | 'replicas'> {
    const replica = stage.name === 'local' ? undefined : stage.replica;
    if (replica?.table !== true) return { encryption: TableEncryptionV2.customerManagedKey(this.#key) };
    const { region } = replica;
    // https://docs.aws.amazon.com/lambda/latest/dg/with-ddb.html#events-dynamodb-polling
    Annotations.of(this).addWarningV2(
      'swift-worker:readersOfGlobalTable',
      'Two functions read the stream of the table. For a global table AWS recommends one: watch the iterator ages of ChangeRelay and Journal.',
    );
    return {
      encryption: TableEncryptionV2.customerManagedKey(this.#key, { [region]: replicaKeyArnOf(replica) }),
      replicas: [{ region }],
    };
  }

  /** Reads by key, without scans and indexes. */
  grantReading(grantee: IGrantable, ways: readonly Reading[]): void {
    this.#allow(grantee, ways);
  }

  /** Writes and condition checks, in transactions or single. */
  grantCommitting(grantee: IGrantable, ways: readonly Writing[]): void {
    this.#allow(grantee, ways);
    this.#protectAudit(grantee, ['dynamodb:UpdateItem', 'dynamodb:DeleteItem']);
    // Only in transactions, which the service makes in one place: lambdas/store/table/commit.ts.
    this.#protectAudit(grantee, ['dynamodb:PutItem'], {
      StringNotEquals: { 'dynamodb:EnclosingOperation': 'TransactWriteItems' },
    });
  }

  /** Writes and deletes items in batches, without conditions. */
  grantBatchWriting(grantee: IGrantable): void {
    this.#allow(grantee, ['BatchWriteItem']);
    this.#protectAudit(grantee, ['dynamodb:BatchWriteItem']);
  }

  /** Reads samples of the table. */
  grantSampling(grantee: IGrantable): void {
    this.#allow(grantee, ['Scan']);
  }

  /** Reads the index of due work. */
  grantFindingDue(grantee: IGrantable): void {
    allow(grantee, { actions: ['dynamodb:Query'], resources: [`${this.table.tableArn}/index/${dueIndex}`] });
    this.#allowTableKey(grantee);
  }

  /** @throws Error when the table has no stream */
  get streamArn(): string {
    const { tableStreamArn: arn } = this.table;
    if (arn === undefined) throw new Error('the table has no stream');
    return arn;
  }

  /** Lambda reads the stream with the function's role. */
  grantReadingStream(grantee: IGrantable): void {
    allow(grantee, {
      actions: ['dynamodb:DescribeStream', 'dynamodb:GetRecords', 'dynamodb:GetShardIterator'],
      resources: [this.streamArn],
    });
    // https://docs.aws.amazon.com/lambda/latest/dg/services-ddb.html
    allowUnseen(
      grantee,
      { actions: ['dynamodb:ListStreams'], resources: [this.streamArn] },
      'Lambda needs it to create an event source mapping; the local cloud makes no call.',
    );
    this.#allowTableKey(grantee);
  }

  /**
   * No function updates or deletes an entry of the audit trail, also not in a transaction, whose parts need the permissions of the
   * single calls. A function may put an entry, and a put without a condition would replace one; IAM can't ask for a condition.
   * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/transaction-apis-iam.html
   * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/specifying-conditions.html
   */
  #protectAudit(grantee: IGrantable, actions: string[], conditions: Record<string, Record<string, string>> = {}): void {
    allow(grantee, {
      effect: Effect.DENY,
      actions,
      resources: [this.table.tableArn],
      conditions: { 'ForAnyValue:StringLike': { 'dynamodb:LeadingKeys': [`${auditPrefix}*`] }, ...conditions },
    });
  }

  #allow(grantee: IGrantable, ways: readonly string[]): void {
    allow(grantee, { actions: ways.map((way) => `dynamodb:${way}`), resources: [this.table.tableArn] });
    this.#allowTableKey(grantee);
  }

  /**
   * DynamoDB uses the table's key with the caller's permissions. The condition excludes direct calls of KMS, so reading
   * the table does not allow decrypting the tokens in it.
   * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/encryption.usagenotes.html
   * https://docs.aws.amazon.com/kms/latest/developerguide/conditions-kms.html#conditions-kms-via-service
   */
  #allowTableKey(grantee: IGrantable): void {
    allowUnseen(
      grantee,
      {
        actions: [
          'kms:Decrypt',
          'kms:DescribeKey',
          'kms:Encrypt',
          'kms:GenerateDataKey',
          'kms:ReEncryptFrom',
          'kms:ReEncryptTo',
        ],
        resources: [this.#key.keyArn],
        conditions: { StringEquals: { 'kms:ViaService': `dynamodb.${Stack.of(this).region}.amazonaws.com` } },
      },
      "DynamoDB uses the table's key with the caller's permissions; the local table is not encrypted.",
    );
  }
}
