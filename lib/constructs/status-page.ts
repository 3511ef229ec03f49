import { BlockPublicAccess, Bucket, BucketEncryption, ObjectOwnership, type IBucket } from 'aws-cdk-lib/aws-s3';
import { Validations } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import { statusPageKey, statusRecordKey } from '../../lambdas/kernel/status-page.ts';
import type { Variable } from '../../lambdas/runtime/environment.ts';
import { edgeRegion } from '../address.ts';
import { pinLogicalId } from '../logical-id.ts';
import { portalBucketNameOf } from '../portal/bucket-name.ts';
import { removalPolicyOf } from '../removal-policy.ts';
import type { LocalStage, StageConfig } from '../stages.ts';
import { allow } from '../unseen-grants.ts';
import type { ServiceFunction } from './service-function.ts';

/** Whether the runs of the probe are shown. On AWS, the portal's bucket and CloudFront show them. */
export const hasStatusPage = (stage: StageConfig): boolean =>
  stage.probe === 'on' && (stage.name === 'local' || stage.portal !== undefined);

/** What the probe keeps of its runs: two objects of the portal's bucket, which the stack of the edge has; in the stage `local`, of one of its own. */
export class StatusPage extends Construct {
  readonly bucket: IBucket;
  readonly #region: string;

  constructor(scope: Construct, id: string, stage: StageConfig) {
    super(scope, id);
    const local = stage.name === 'local';
    this.bucket = local
      ? this.#addBucket(stage)
      : Bucket.fromBucketName(this, 'Bucket', portalBucketNameOf(stage.name));
    this.#region = local ? stage.region : edgeRegion;
  }

  get environment(): Partial<Record<Variable, string>> {
    return { statusBucketName: this.bucket.bucketName, statusBucketRegion: this.#region };
  }

  /** A replacement on a condition needs to read, too: https://docs.aws.amazon.com/AmazonS3/latest/userguide/conditional-writes.html */
  grantRecording(probe: ServiceFunction): void {
    allow(probe, {
      actions: ['s3:GetObject', 's3:PutObject'],
      resources: [this.bucket.arnForObjects(statusRecordKey)],
    });
    allow(probe, { actions: ['s3:PutObject'], resources: [this.bucket.arnForObjects(statusPageKey)] });
  }

  #addBucket(stage: LocalStage): Bucket {
    const bucket = new Bucket(this, 'Bucket', {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      removalPolicy: removalPolicyOf(stage),
    });
    pinLogicalId(bucket, 'StatusBucket');
    Validations.of(bucket).acknowledge({
      id: 'AwsSolutions-S1',
      reason: 'The bucket has a public page of one machine.',
    });
    return bucket;
  }
}
