import { z } from 'zod';

const auditCopy = z.strictObject({
  /**
   * COMPLIANCE: not even the account's root user can delete a copy before its years are over:
   * https://docs.aws.amazon.com/AmazonS3/latest/userguide/object-lock.html
   */
  mode: z.enum(['GOVERNANCE', 'COMPLIANCE']),
  /** How long each copy is kept. At most what Object Lock allows, 36,500 days: https://docs.aws.amazon.com/AmazonS3/latest/API/API_DefaultRetention.html */
  years: z.int().min(1).max(99),
});

/** The copies of the audit trail in a bucket with Object Lock: docs/adr/0038-copies-of-the-audit-trail.md. */
export type AuditCopy = Readonly<z.infer<typeof auditCopy>>;

/** @throws ZodError that names the field */
export const readAuditCopy = (value: unknown): AuditCopy => auditCopy.parse(value);

/** Never less than the years, leap years included. */
export const retentionDaysOf = ({ years }: AuditCopy): number => 366 * years;
