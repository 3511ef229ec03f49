import {
  AttributeType,
  Billing,
  ProjectionType,
  StreamViewType,
  TableEncryptionV2,
  TableV2,
} from 'aws-cdk-lib/aws-dynamodb';
import { Effect, type IGrantable } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { Stack } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import { dueIndex } from '../../lambdas/store/table/keys.ts';
import { pinLogicalId } from '../logical-id.ts';
import { removalPolicyOf } from '../removal-policy.ts';
import type { StageConfig } from '../stages.ts';
import { allow, allowUnseen } from '../unseen-grants.ts';

export type Reading = 'GetItem' | 'BatchGetItem' | 'Query';
/** Actions of transactions and of single writes. */
export type Writing = 'PutItem' | 'UpdateItem' | 'DeleteItem' | 'ConditionCheckItem';

/** The prefix of the audit trail's partitions: lambdas/store/table/keys.ts. */
const auditPrefix = 'AUDIT#';

/** The table and the grants on it. */
export class Storage extends Construct {
  readonly table: TableV2;
  readonly #key: IKey;

  constructor(scope: Construct, id: string, stage: StageConfig, key: IKey) {
    super(scope, id);
    this.#key = key;
    this.table = new TableV2(this, 'Table', {
      partitionKey: { name: 'pk', type: AttributeType.STRING },
      sortKey: { name: 'sk', type: AttributeType.STRING },
      globalSecondaryIndexes: [
        // Sparse: it contains due work only.
        {
          indexName: dueIndex,
          partitionKey: { name: 'due_shard', type: AttributeType.STRING },
          sortKey: { name: 'due_at', type: AttributeType.STRING },
          projectionType: ProjectionType.KEYS_ONLY,
        },
      ],
      billing: Billing.onDemand(),
      dynamoStream: StreamViewType.NEW_AND_OLD_IMAGES,
      timeToLiveAttribute: 'ttl',
      pointInTimeRecoverySpecification: {
        pointInTimeRecoveryEnabled: true,
        recoveryPeriodInDays: stage.data.recoveryDays,
      },
      encryption: TableEncryptionV2.customerManagedKey(key),
      removalPolicy: removalPolicyOf(stage),
      deletionProtection: stage.data.deletionProtection,
    });
    pinLogicalId(this.table, 'Table');
  }

  /** Reads by key, without scans and indexes. */
  grantReading(grantee: IGrantable, ways: readonly Reading[]): void {
    this.#allow(grantee, ways);
  }

  /** Writes and condition checks, in transactions or single. */
  grantCommitting(grantee: IGrantable, ways: readonly Writing[]): void {
    this.#allow(grantee, ways);
    this.#protectAudit(grantee, ['dynamodb:UpdateItem', 'dynamodb:DeleteItem']);
    // Only in transactions, whose conditions keep an entry from being overwritten.
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
   * No function changes or deletes an entry of the audit trail.
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
