import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { copyChange } from '../../lambdas/audit/copy-change.ts';
import type { AuditChange } from '../../lambdas/domain/audit-copy.ts';
import { auditChange } from '../../lambdas/audit/audit-records.ts';
import { auditPrefix, keys } from '../../lambdas/store/table/keys.ts';
import { audit } from '../../operator/commands/audit.ts';
import { memoryAuditBucket, type MemoryAuditBucket } from '../../tools/harness/memory-audit-bucket.ts';
import { startService, type TestService } from '../../tools/harness/service.ts';
import { openTableStream, type TableStream } from '../../tools/harness/table-stream.ts';
import { startTestTable, type TestTable } from '../../tools/harness/test-table.ts';

const verified = z.object({
  since: z.string(),
  until: z.string(),
  entries: z.number(),
  on_their_way: z.number(),
  sent: z.number(),
  changes: z.array(z.string()),
  findings: z.array(z.object({ kind: z.string(), month: z.string(), id: z.string() })),
  cursor: z.string().nullable(),
});
type Verified = z.infer<typeof verified>;

const minute = 60_000;
const begin = Date.parse('2026-07-14T08:00:00.000Z');

describe('the verification of the audit trail', () => {
  let table: TestTable;
  let stream: TableStream;
  let bucket: MemoryAuditBucket;
  let service: TestService;
  let sent: AuditChange[];
  let now = begin;

  beforeAll(async () => {
    table = await startTestTable();
    stream = await openTableStream(table, '', auditPrefix);
  });
  beforeEach(async () => {
    bucket = memoryAuditBucket();
    sent = [];
    now += 62 * 24 * 60 * minute;
    await stream.read();
    service = await startService(table, {
      clock: () => now,
      auditCopies: {
        bucket,
        years: 7,
        send: (changes) => {
          sent.push(...changes);
          return Promise.resolve();
        },
      },
    });
  });
  afterAll(async () => {
    stream.close();
    await table.stop();
  });

  const verify = async (input: Readonly<Record<string, unknown>> = {}): Promise<Verified> => {
    let result = verified.parse(await service.operate('audit verify', input));
    const [, { long } = { long: null }] = audit.commands;
    for (let next = long?.next(result, input) ?? null; next !== null; next = long?.next(result, input) ?? null) {
      result = verified.parse(long?.join(result, await service.operate(next.name, next.input)));
    }
    return result;
  };
  const copyAll = async (): Promise<void> => {
    for (const record of await stream.read()) await copyChange(bucket, auditChange(record));
  };
  /** Partners are created by commands, which have entries. */
  const act = async (count: number): Promise<void> => {
    for (let done = 0; done < count; done += 1) await service.operate('partners create', { name: `Acme ${done}` });
  };
  const someEntry = async () => {
    const { entries } = z
      .object({ entries: z.array(z.object({ id: z.string(), at: z.string() })).min(1) })
      .parse(await service.operate('audit list', {}));
    const [entry] = entries;
    if (entry === undefined) throw new Error('there is no entry');
    return entry;
  };

  it('says how many entries there are, that all are copied, and that none differs', async () => {
    await act(3);
    await copyAll();
    const { entries } = z.object({ entries: z.array(z.unknown()) }).parse(await service.operate('audit list', {}));
    const result = await verify();
    expect(result).toMatchObject({ entries: entries.length, on_their_way: 0, findings: [], changes: [], cursor: null });
    const [, description] = audit.commands;
    expect(description?.show(result, 80)).toContain(`${entries.length} entries, all copied, none differs.`);
    expect(description?.long?.failure?.(result)).toBeNull();
  });

  it('compares every page of every month', async () => {
    await act(420);
    await copyAll();
    const { entries, findings } = await verify();
    expect(entries).toBeGreaterThanOrEqual(420);
    expect(findings).toEqual([]);
  });

  it('takes a young entry for one that is on its way, finds it missing later, and has it copied', async () => {
    await act(1);
    const { id, at } = await someEntry();
    const young = await verify();
    expect(young.on_their_way).toBeGreaterThan(0);
    expect(young.findings).toEqual([]);
    now += 6 * minute;
    const missing = { kind: 'missing', month: at.slice(0, 7), id };
    expect((await verify()).findings).toContainEqual(missing);
    expect(sent).toEqual([]);
    const filled = await verify({ copy: true });
    expect(filled.findings).toEqual([]);
    expect(filled.sent).toBe(sent.length);
    for (const change of sent) await copyChange(bucket, change);
    now += 6 * minute;
    await copyAll();
    expect(await verify()).toMatchObject({ findings: [], on_their_way: 0, changes: [] });
  });

  it('finds an entry that a transaction put another item over, and the evidence of it', async () => {
    await act(1);
    await copyAll();
    const { id, at } = await someEntry();
    await table.client.send(
      new PutCommand({ TableName: table.name, Item: { ...keys.auditEntry(at, id), id, at, action: 'forged' } }),
    );
    expect((await verify()).findings).toEqual([{ kind: 'differs', month: at.slice(0, 7), id }]);
    await copyAll();
    expect((await verify()).changes).toEqual([id]);
  });

  it('finds an entry that was removed from the table', async () => {
    await act(1);
    await copyAll();
    const { at } = await someEntry();
    const month = at.slice(0, 7);
    await bucket.create(`entries/${month}/00000000-0000-7000-8000-000000000000`, '{}');
    await bucket.create(`entries/${month}/ffffffff-0000-7000-8000-000000000000`, '{}');
    expect((await verify()).findings).toEqual([
      { kind: 'removed', month, id: '00000000-0000-7000-8000-000000000000' },
      { kind: 'removed', month, id: 'ffffffff-0000-7000-8000-000000000000' },
    ]);
  });

  it.each([
    { since: '2026-13' },
    { since: '2030-01', until: '2026-08' },
    { until: '2099-01' },
    { since: '2001-01' },
    { cursor: 'nonsense' },
  ])('refuses what is no period of copies: %j', async (input) => {
    await expect(service.operate('audit verify', input)).rejects.toThrow('validation_failed');
  });

  it('is refused in a stage without copies', async () => {
    const without = await startService(table);
    await expect(without.operate('audit verify', {})).rejects.toThrow('invalid_state');
  });
});
