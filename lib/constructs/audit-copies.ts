import { AnyPrincipal, Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { BlockPublicAccess, Bucket, BucketEncryption, ObjectLockRetention, ObjectOwnership } from 'aws-cdk-lib/aws-s3';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Duration, RemovalPolicy, Validations } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import type { Variable } from '../../lambdas/runtime/environment.ts';
import { readAuditCopy, retentionDaysOf, type AuditCopy } from '../audit-copy.ts';
import { pinLogicalId } from '../logical-id.ts';
import { allow } from '../unseen-grants.ts';
import type { ServiceFunction } from './service-function.ts';
import type { WorkQueues } from './work-queues.ts';

export interface AuditCopiesProps {
  readonly auditCopy: AuditCopy;
  readonly queues: WorkQueues;
}

/** What not even the account's administrators may do, as long as the bucket's policy says so. */
const forbidden = [
  's3:BypassGovernanceRetention',
  's3:DeleteObject',
  's3:DeleteObjectVersion',
  's3:PutObjectLegalHold',
  's3:PutObjectRetention',
];

const acknowledgeKeys = (grantee: ServiceFunction, kinds: readonly ('changes' | 'entries')[]): void => {
  for (const kind of kinds) {
    grantee.acknowledge(
      `AwsSolutions-IAM5[Resource::<AuditCopyBucket.Arn>/${kind}/*]`,
      'The key of an object is the id of an entry.',
    );
  }
};

const lockOf = {
  GOVERNANCE: (retention: Duration) => ObjectLockRetention.governance(retention),
  COMPLIANCE: (retention: Duration) => ObjectLockRetention.compliance(retention),
} as const;

/**
 * The bucket with the copies of the audit trail, and the queue of what is to be copied:
 * docs/adr/0038-copies-of-the-audit-trail.md.
 */
export class AuditCopies extends Construct {
  readonly queue: Queue;
  readonly #bucket: Bucket;
  readonly #years: number;

  constructor(scope: Construct, id: string, { auditCopy, queues }: AuditCopiesProps) {
    super(scope, id);
    const checked = readAuditCopy(auditCopy);
    this.#years = checked.years;
    this.queue = queues.addQueue('AuditQueue');
    this.#bucket = this.#addBucket(checked);
    this.#deny(forbidden);
  }

  get environment(): Partial<Record<Variable, string>> {
    return {
      auditBucketName: this.#bucket.bucketName,
      auditQueueUrl: this.queue.queueUrl,
      auditYears: String(this.#years),
    };
  }

  /** The one function that may write: each object once. It reads an entry that was there already. */
  grantCopying(copier: ServiceFunction): void {
    const entries = this.#bucket.arnForObjects('entries/*');
    allow(copier, { actions: ['s3:PutObject'], resources: [entries, this.#bucket.arnForObjects('changes/*')] });
    allow(copier, { actions: ['s3:GetObject'], resources: [entries] });
    acknowledgeKeys(copier, ['changes', 'entries']);
    const isOther = { ArnNotEquals: { 'aws:PrincipalArn': copier.roleArn } };
    this.#deny(['s3:PutObject'], isOther);
    // A repetition would be a second version: https://docs.aws.amazon.com/AmazonS3/latest/userguide/conditional-writes-enforce.html
    this.#deny(['s3:PutObject'], { Null: { 's3:if-none-match': 'true' } });
  }

  grantVerifying(verifier: ServiceFunction): void {
    allow(verifier, { actions: ['s3:GetObject'], resources: [this.#bucket.arnForObjects('entries/*')] });
    allow(verifier, { actions: ['s3:ListBucket'], resources: [this.#bucket.bucketArn] });
    acknowledgeKeys(verifier, ['entries']);
  }

  #addBucket(auditCopy: AuditCopy): Bucket {
    const retention = Duration.days(retentionDaysOf(auditCopy));
    const bucket = new Bucket(this, 'Bucket', {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      // Who deletes the stage's key must not make the copies unreadable.
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      versioned: true,
      // A bucket is created with it, and keeps it: https://docs.aws.amazon.com/AmazonS3/latest/userguide/object-lock-managing.html
      objectLockEnabled: true,
      objectLockDefaultRetention: lockOf[auditCopy.mode](retention),
      // A copy ends the day after its retention. Lifecycle never deletes a version that is locked:
      // https://docs.aws.amazon.com/AmazonS3/latest/userguide/object-lock-managing.html
      lifecycleRules: [
        { expiration: retention.plus(Duration.days(1)), noncurrentVersionExpiration: Duration.days(1) },
        { expiredObjectDeleteMarker: true },
      ],
      // In every stage: a bucket with locked objects can't be deleted with its stack.
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    });
    pinLogicalId(bucket, 'AuditCopyBucket');
    Validations.of(bucket).acknowledge({
      id: 'AwsSolutions-S1',
      reason: 'The bucket contains copies of a log that no one can replace; CloudTrail can record who reads them.',
    });
    return bucket;
  }

  /** Only until an administrator changes the policy; what lasts is the lock. */
  #deny(actions: string[], conditions: Record<string, Record<string, string>> = {}): void {
    this.#bucket.addToResourcePolicy(
      new PolicyStatement({
        effect: Effect.DENY,
        principals: [new AnyPrincipal()],
        actions,
        resources: [this.#bucket.arnForObjects('*')],
        conditions,
      }),
    );
  }
}
