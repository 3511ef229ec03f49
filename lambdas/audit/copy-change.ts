import { changeKey, contentOf, entryKey, evidenceOf, type AuditChange } from '../domain/audit-copy.ts';
import type { AuditBucket } from '../runtime/audit-bucket.ts';

/** `differs`: the bucket has another entry under the id, so one of the two is not the service's. */
export type Copied = 'copied' | 'repeated' | 'differs';

const keepEvidence = async (bucket: AuditBucket, change: AuditChange): Promise<Copied> =>
  (await bucket.create(changeKey(change), evidenceOf(change))) ? 'copied' : 'repeated';

/**
 * Copies a new entry, or keeps the evidence of another change of one. Nothing is ever replaced, so a change may come again, and
 * in any order.
 */
export const copyChange = async (bucket: AuditBucket, change: AuditChange): Promise<Copied> => {
  const { month, id, after } = change;
  if (change.change !== 'INSERT' || after === null) return keepEvidence(bucket, change);
  const key = entryKey(month, id);
  const content = contentOf(after);
  if (await bucket.create(key, content)) return 'copied';
  const existing = await bucket.read(key);
  if (existing === content) return 'repeated';
  await keepEvidence(bucket, { ...change, before: existing === null ? null : itemOf(existing) });
  return 'differs';
};

const itemOf = (content: string): AuditChange['before'] => {
  const value: unknown = JSON.parse(content);
  return typeof value === 'object' && value !== null ? { ...value } : null;
};
