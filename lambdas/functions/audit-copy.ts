import { S3Client } from '@aws-sdk/client-s3';
import type { SQSEvent, SQSRecord } from 'aws-lambda';
import { embedded } from '../kernel/metrics.ts';
import { auditBucket } from '../runtime/audit-bucket.ts';
import { auditChangeIn } from '../runtime/audit-queue.ts';
import { openClient } from '../runtime/aws-calls.ts';
import { systemClock } from '../runtime/clock.ts';
import { readEnvironment } from '../runtime/environment.ts';
import { consoleLog } from '../runtime/logger.ts';
import { serveBatch } from '../runtime/serve.ts';
import { copyChange } from '../audit/copy-change.ts';

const { stage, auditBucketName } = readEnvironment(process.env, ['stage', 'auditBucketName']);
const log = consoleLog({ stage });
const bucket = auditBucket(openClient(S3Client, 's3'), auditBucketName);

const failuresOf = async ({ messageId, body }: SQSRecord): Promise<readonly string[]> => {
  try {
    const change = auditChangeIn(body);
    const copied = await copyChange(bucket, change);
    const { month, id } = change;
    if (copied === 'differs') {
      log.error('the bucket has another entry under the id', {
        month,
        audit_id: id,
        ...embedded(systemClock(), { audit_entries_changed: 1 }),
      });
    }
    return [];
  } catch (error) {
    log.error('an entry of the audit trail was not copied', { message_id: messageId, error });
    return [messageId];
  }
};

export const handler = serveBatch<SQSEvent>(log, async ({ Records: records }) =>
  (await Promise.all(records.map(failuresOf))).flat(),
);
