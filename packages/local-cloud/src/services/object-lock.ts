import { z } from 'zod';
import { AwsError } from './aws-service.ts';

const lockForm = z.object({
  Rule: z.object({
    DefaultRetention: z.object({
      Mode: z.enum(['GOVERNANCE', 'COMPLIANCE']),
      Days: z.coerce.number().optional(),
      Years: z.coerce.number().optional(),
    }),
  }),
});

/** The default retention of a bucket. */
export interface Retention {
  readonly mode: 'GOVERNANCE' | 'COMPLIANCE';
  readonly days: number;
}

/** @returns null for a bucket without Object Lock or without a default retention */
export const retentionIn = (configuration: unknown): Retention | null => {
  const { data } = lockForm.safeParse(configuration);
  if (data === undefined) return null;
  const { Mode: mode, Days: days, Years: years = 0 } = data.Rule.DefaultRetention;
  return { mode, days: days ?? 366 * years };
};

/** @throws AwsError when an upload with a retention has no checksum: https://docs.aws.amazon.com/AmazonS3/latest/API/API_PutObject.html */
export const requireChecksum = (headers: Readonly<Record<string, string | undefined>>): void => {
  const has = Object.keys(headers).some((name) => name === 'content-md5' || name.startsWith('x-amz-checksum-'));
  if (has) return;
  throw new AwsError(
    'InvalidRequest',
    'Content-MD5 OR x-amz-checksum- HTTP header is required for Put Object requests with Object Lock parameters',
  );
};

/** @throws AwsError when the version is locked. In the local cloud the governance mode can't be bypassed. */
export const requireUnlocked = (retainedUntil: string | null, now: number): void => {
  if (retainedUntil === null || Date.parse(retainedUntil) <= now) return;
  throw new AwsError('AccessDenied', 'Access Denied because object protected by object lock.', 403);
};
