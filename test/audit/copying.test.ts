import { beforeEach, describe, expect, it } from '@jest/globals';
import { copyChange } from '../../lambdas/audit/copy-change.ts';
import type { AuditChange } from '../../lambdas/domain/audit-copy.ts';
import { memoryAuditBucket, type MemoryAuditBucket } from '../../tools/harness/memory-audit-bucket.ts';

const entry = { pk: 'AUDIT#2026-07', sk: 'e1', action: 'keys issue', subject: { partner_id: 'p1' } };
const put: AuditChange = {
  change: 'INSERT',
  month: '2026-07',
  id: 'e1',
  sequenceNumber: '100',
  at: '2026-07-14T08:00:00.000Z',
  before: null,
  after: entry,
};
const changed: AuditChange = {
  ...put,
  change: 'MODIFY',
  sequenceNumber: '200',
  before: entry,
  after: { ...entry, action: 'audit list' },
};

describe('the copy of a change of the audit trail', () => {
  let bucket: MemoryAuditBucket;
  beforeEach(() => {
    bucket = memoryAuditBucket();
  });

  it('is an object with the whole entry, under its month and id', async () => {
    expect(await copyChange(bucket, put)).toBe('copied');
    expect(Array.from(bucket.objects.keys())).toEqual(['entries/2026-07/e1']);
    expect(JSON.parse(bucket.objects.get('entries/2026-07/e1') ?? '')).toEqual(entry);
  });

  it('is written once, however often the record comes, and whatever the order of its fields', async () => {
    await copyChange(bucket, put);
    const { pk, ...rest } = entry;
    expect(await copyChange(bucket, { ...put, after: { ...rest, pk } })).toBe('repeated');
    expect(bucket.objects.size).toBe(1);
  });

  it.each([
    [changed, { before: entry, after: changed.after }],
    [
      { ...changed, change: 'REMOVE' as const, after: null },
      { before: entry, after: null },
    ],
  ])('of an entry that was modified or removed is evidence of its own: before and after', async (change, expected) => {
    await copyChange(bucket, put);
    expect(await copyChange(bucket, change)).toBe('copied');
    expect(await copyChange(bucket, change)).toBe('repeated');
    expect(Array.from(bucket.objects.keys())).toEqual(['entries/2026-07/e1', 'changes/2026-07/e1/200']);
    expect(JSON.parse(bucket.objects.get('entries/2026-07/e1') ?? '')).toEqual(entry);
    expect(JSON.parse(bucket.objects.get('changes/2026-07/e1/200') ?? '')).toMatchObject({
      change: change.change,
      sequence_number: '200',
      at: put.at,
      ...expected,
    });
  });

  it('of another entry with the id of one that was copied replaces nothing, and is evidence', async () => {
    await copyChange(bucket, put);
    const other = { ...put, sequenceNumber: '300', after: { ...entry, action: 'forged' } };
    expect(await copyChange(bucket, other)).toBe('differs');
    expect(JSON.parse(bucket.objects.get('entries/2026-07/e1') ?? '')).toEqual(entry);
    expect(JSON.parse(bucket.objects.get('changes/2026-07/e1/300') ?? '')).toMatchObject({
      change: 'INSERT',
      before: entry,
      after: { action: 'forged' },
    });
  });
});
