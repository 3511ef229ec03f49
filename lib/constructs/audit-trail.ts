import { CfnTrail } from 'aws-cdk-lib/aws-cloudtrail';
import { Effect, PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { BlockPublicAccess, Bucket, BucketEncryption, ObjectOwnership } from 'aws-cdk-lib/aws-s3';
import { Duration, RemovalPolicy, Stack, Validations } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import { pinLogicalId } from '../logical-id.ts';
import type { StageName } from '../stages.ts';

export interface AuditTrailProps {
  readonly stage: StageName;
  /** Of the operator's function. */
  readonly functionArn: string;
  readonly retentionDays: number;
  /** The table whose reads and writes are recorded, and the sessions whose are not; null: no table. */
  readonly table: { readonly arn: string; readonly sessions: readonly string[] } | null;
}

/**
 * Records reads and writes of items, except those of the service's functions: they would be millions a day, at a price each.
 * https://docs.aws.amazon.com/awscloudtrail/latest/APIReference/API_AdvancedFieldSelector.html
 */
const accessOf = ({
  arn,
  sessions,
}: NonNullable<AuditTrailProps['table']>): CfnTrail.AdvancedEventSelectorProperty => ({
  name: 'Items read or written by anybody but the functions',
  fieldSelectors: [
    { field: 'eventCategory', equalTo: ['Data'] },
    { field: 'resources.type', equalTo: ['AWS::DynamoDB::Table'] },
    // With indexes.
    { field: 'resources.ARN', equalTo: [arn], startsWith: [`${arn}/`] },
    { field: 'userIdentity.arn', notStartsWith: [...sessions] },
  ],
});

/** CloudTrail's record of the invocations of the operator's function. No function of the service can change it. */
export class AuditTrail extends Construct {
  constructor(scope: Construct, id: string, { stage, functionArn, retentionDays, table }: AuditTrailProps) {
    super(scope, id);
    const stack = Stack.of(this);
    const trailName = `swift-worker-${stage}-operator`;
    const bucket = this.#addBucket(retentionDays);
    this.#letCloudTrailWrite(
      bucket,
      stack.formatArn({ service: 'cloudtrail', resource: 'trail', resourceName: trailName }),
    );
    const trail = new CfnTrail(this, 'Trail', {
      trailName,
      s3BucketName: bucket.bucketName,
      isLogging: true,
      isMultiRegionTrail: false,
      includeGlobalServiceEvents: false,
      enableLogFileValidation: true,
      // A call of the URL is a data event, which is recorded by such a trail only:
      // https://docs.aws.amazon.com/lambda/latest/dg/urls-monitoring.html
      advancedEventSelectors: [
        {
          name: "Calls of the operator's function",
          fieldSelectors: [
            { field: 'eventCategory', equalTo: ['Data'] },
            { field: 'resources.type', equalTo: ['AWS::Lambda::Function'] },
            // With qualified ARNs: https://docs.aws.amazon.com/lambda/latest/dg/configuration-versions.html
            { field: 'resources.ARN', equalTo: [functionArn], startsWith: [`${functionArn}:`] },
          ],
        },
        ...(table === null ? [] : [accessOf(table)]),
      ],
    });
    trail.overrideLogicalId('AuditTrail');
    // CloudTrail creates the trail only when it may write to the bucket.
    if (bucket.policy !== undefined) trail.node.addDependency(bucket.policy);
  }

  #addBucket(retentionDays: number): Bucket {
    const bucket = new Bucket(this, 'Bucket', {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      // Not the stage's key: the record stays readable without the stage. It contains no customers' data and no secrets.
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      versioned: true,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      lifecycleRules: [
        { expiration: Duration.days(retentionDays), noncurrentVersionExpiration: Duration.days(retentionDays) },
      ],
      // In every stage: a bucket with objects cannot be deleted with its stack.
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    });
    pinLogicalId(bucket, 'AuditTrailBucket');
    Validations.of(bucket).acknowledge({
      id: 'AwsSolutions-S1',
      reason: 'The bucket contains a log, whose digests reveal changes.',
    });
    return bucket;
  }

  /** https://docs.aws.amazon.com/awscloudtrail/latest/userguide/create-s3-bucket-policy-for-cloudtrail.html */
  #letCloudTrailWrite(bucket: Bucket, trailArn: string): void {
    const principals = [new ServicePrincipal('cloudtrail.amazonaws.com')];
    bucket.addToResourcePolicy(
      new PolicyStatement({
        effect: Effect.ALLOW,
        principals,
        actions: ['s3:GetBucketAcl'],
        resources: [bucket.bucketArn],
        conditions: { StringEquals: { 'aws:SourceArn': trailArn } },
      }),
    );
    bucket.addToResourcePolicy(
      new PolicyStatement({
        effect: Effect.ALLOW,
        principals,
        actions: ['s3:PutObject'],
        resources: [bucket.arnForObjects(`AWSLogs/${Stack.of(this).account}/*`)],
        conditions: { StringEquals: { 'aws:SourceArn': trailArn, 's3:x-amz-acl': 'bucket-owner-full-control' } },
      }),
    );
  }
}
