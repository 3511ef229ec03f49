import type { Construct } from 'constructs';
import type { AuditCopies } from '../constructs/audit-copies.ts';
import { ServiceFunction } from '../constructs/service-function.ts';
import type { ServiceParts } from '../service-parts.ts';

/** The worker that copies the audit trail. Journal sends it what the table's stream has. */
export const addAuditCopy = (scope: Construct, { stage, queues }: ServiceParts, copies: AuditCopies): void => {
  const { auditBucketName = '' } = copies.environment;
  const copier = new ServiceFunction(scope, 'AuditCopy', {
    stage,
    description: 'Copies the entries of the audit trail to a bucket where no one can change them',
    entry: 'lambdas/functions/audit-copy.ts',
    size: stage.workers.auditCopy,
    environment: { stage: stage.name, auditBucketName },
  });
  copies.grantCopying(copier);
  queues.consume(copies.queue, copier, stage.workers.auditCopy);
};
