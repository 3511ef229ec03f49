import {
  AttributeType,
  Billing,
  ProjectionType,
  StreamViewType,
  TableEncryptionV2,
  TableV2,
} from 'aws-cdk-lib/aws-dynamodb';
import { Effect, PolicyStatement, type IGrantable } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { Stack } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import { pinLogicalId } from '../logical-id.ts';
import { removalPolicyOf } from '../removal-policy.ts';
import type { StageConfig } from '../stages.ts';
import { allowUnseen } from '../unseen-grants.ts';

/** How items are read by their keys. */
export type Reading = 'GetItem' | 'BatchGetItem' | 'Query';
/** What a transaction is made of, or what is written alone. */
export type Writing = 'PutItem' | 'UpdateItem' | 'DeleteItem' | 'ConditionCheckItem';

export const dueIndex = 'due';
/** Of the partitions of the audit trail; see lambdas/store/table/keys.ts. */
const auditPrefix = 'AUDIT#';

/** The one table, and what a function may do with it. */
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
        // Sparse: only what waits for a time stands in it.
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

  /** Reads items and partitions by their keys; no scan, no index. */
  grantReading(grantee: IGrantable, ways: readonly Reading[]): void {
    this.#allow(
      grantee,
      ways.map((way) => `dynamodb:${way}`),
    );
  }

  /** Commits: the writes and condition checks of a transaction, or one of them alone. */
  grantCommitting(grantee: IGrantable, ways: readonly Writing[]): void {
    this.#allow(
      grantee,
      ways.map((way) => `dynamodb:${way}`),
    );
    this.#protectAudit(grantee, ['dynamodb:UpdateItem', 'dynamodb:DeleteItem']);
    // Only beside what it tells about: whoever could put an entry alone could put it in the place of another.
    this.#protectAudit(grantee, ['dynamodb:PutItem'], {
      StringNotEquals: { 'dynamodb:EnclosingOperation': 'TransactWriteItems' },
    });
  }

  /** Writes and deletes many items at once, without conditions. */
  grantBatchWriting(grantee: IGrantable): void {
    this.#allow(grantee, ['dynamodb:BatchWriteItem']);
    this.#protectAudit(grantee, ['dynamodb:BatchWriteItem']);
  }

  /** Reads items from anywhere in the table. */
  grantSampling(grantee: IGrantable): void {
    this.#allow(grantee, ['dynamodb:Scan']);
  }

  /** Finds what is due, or aside, by the index. */
  grantFindingDue(grantee: IGrantable): void {
    grantee.grantPrincipal.addToPrincipalPolicy(
      new PolicyStatement({ actions: ['dynamodb:Query'], resources: [`${this.table.tableArn}/index/${dueIndex}`] }),
    );
    this.#allowTableKey(grantee);
  }

  /** The table's stream. @throws Error when the table has none, which can't be */
  get streamArn(): string {
    const { tableStreamArn: arn } = this.table;
    if (arn === undefined) throw new Error('the table has no stream');
    return arn;
  }

  /** What Lambda does in the function's name to bring it the table's stream. */
  grantReadingStream(grantee: IGrantable): void {
    grantee.grantPrincipal.addToPrincipalPolicy(
      new PolicyStatement({
        actions: ['dynamodb:DescribeStream', 'dynamodb:GetRecords', 'dynamodb:GetShardIterator'],
        resources: [this.streamArn],
      }),
    );
    // https://docs.aws.amazon.com/lambda/latest/dg/services-ddb.html
    allowUnseen(
      grantee,
      { actions: ['dynamodb:ListStreams'], resources: [this.streamArn] },
      'Lambda asks for it when it creates an event source mapping; the local cloud creates mappings without a call.',
    );
    this.#allowTableKey(grantee);
  }

  /**
   * The audit trail only grows, for the operator's function like any other: an entry is changed and deleted by nobody.
   * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/specifying-conditions.html
   */
  #protectAudit(grantee: IGrantable, actions: string[], conditions: Record<string, Record<string, string>> = {}): void {
    grantee.grantPrincipal.addToPrincipalPolicy(
      new PolicyStatement({
        effect: Effect.DENY,
        actions,
        resources: [this.table.tableArn],
        conditions: { 'ForAnyValue:StringLike': { 'dynamodb:LeadingKeys': [`${auditPrefix}*`] }, ...conditions },
      }),
    );
  }

  #allow(grantee: IGrantable, actions: string[]): void {
    grantee.grantPrincipal.addToPrincipalPolicy(new PolicyStatement({ actions, resources: [this.table.tableArn] }));
    this.#allowTableKey(grantee);
  }

  /**
   * DynamoDB unlocks the table's key in the caller's name. The condition keeps the caller from using the same key by
   * itself, so that reading the table does not mean unsealing the tokens in it.
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
      "DynamoDB uses the table's key in the caller's name; the local table is not encrypted.",
    );
  }
}
