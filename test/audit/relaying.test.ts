import { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { mockClient } from 'aws-sdk-client-mock';
import type { AuditChange } from '../../lambdas/domain/audit-copy.ts';
import { auditChangeIn, auditQueue } from '../../lambdas/runtime/audit-queue.ts';
import { relayAudit, type AuditRelayDeps } from '../../lambdas/audit/relay-audit.ts';

const record = (eventName: string, SequenceNumber: string, images: object) => ({
  eventName,
  dynamodb: {
    Keys: { pk: { S: 'AUDIT#2026-07' }, sk: { S: 'e1' } },
    SequenceNumber,
    ApproximateCreationDateTime: 1_784_016_000,
    ...images,
  },
});
const image = { pk: { S: 'AUDIT#2026-07' }, sk: { S: 'e1' }, subject: { M: { partner_id: { S: 'p1' } } } };

describe('the relay of the audit trail', () => {
  let sent: AuditChange[];
  let tampered: AuditChange[];
  let failed: unknown[];
  let send: AuditRelayDeps['send'];
  beforeEach(() => {
    [sent, tampered, failed] = [[], [], []];
    send = (changes) => {
      sent.push(...changes);
      return Promise.resolve();
    };
  });

  const relay = (records: readonly unknown[]) =>
    relayAudit(
      {
        clock: () => 0,
        retryPolicy: { sleep: () => Promise.resolve(), random: () => 0 },
        send: (changes) => send(changes),
        onTampered: (change) => tampered.push(change),
        sendToFailedQueue: (raw) => {
          failed.push(raw);
          return Promise.resolve();
        },
        onError: () => undefined,
      },
      records,
      1_000,
    );

  it('sends new entries, and tells of those that were modified or removed', async () => {
    const changes = [
      record('INSERT', '1', { NewImage: image }),
      record('MODIFY', '2', { OldImage: image, NewImage: { ...image, action: { S: 'forged' } } }),
      record('REMOVE', '3', { OldImage: image }),
    ];
    expect(await relay(changes)).toEqual([]);
    expect(sent.map(({ change }) => change)).toEqual(['INSERT', 'MODIFY', 'REMOVE']);
    expect(sent[0]?.after).toEqual({ pk: 'AUDIT#2026-07', sk: 'e1', subject: { partner_id: 'p1' } });
    expect(tampered.map(({ sequenceNumber }) => sequenceNumber)).toEqual(['2', '3']);
  });

  it('reports the records that no queue takes, and counts what was changed none the less', async () => {
    send = () => Promise.reject(new Error('the queue fails'));
    expect(await relay([record('REMOVE', '7', { OldImage: image })])).toEqual(['7']);
    expect(tampered).toHaveLength(1);
  });

  it('is not held up by a record that it cannot read', async () => {
    expect(await relay([{ eventName: 'MODIFY' }, record('INSERT', '1', { NewImage: image })])).toEqual([]);
    expect(failed).toHaveLength(1);
    expect(sent).toHaveLength(1);
  });
});

describe('a message with a change of the audit trail', () => {
  const bodies: string[] = [];
  const client = new SQSClient({ region: 'eu-west-1' });
  mockClient(client)
    .on(SendMessageBatchCommand)
    .callsFake(({ Entries }: { Entries: readonly { MessageBody: string }[] }) => {
      bodies.push(...Entries.map(({ MessageBody }) => MessageBody));
      return {};
    });
  const change: AuditChange = {
    change: 'MODIFY',
    month: '2026-07',
    id: 'e1',
    sequenceNumber: '1',
    at: null,
    before: { note: '\uffff \ud800 é' },
    after: { note: 'x'.repeat(400_000) },
  };

  it('has no character that SQS refuses, and fits, whatever somebody wrote to the table', async () => {
    await auditQueue(client, 'https://queue.example')([change]);
    const [body = ''] = bodies;
    expect(body).toMatch(/^[\u0020-\u007e]*$/);
    expect(body.length).toBeLessThan(250_000);
    const read = auditChangeIn(body);
    expect(read.before).toEqual(change.before);
    expect(read.after).toMatchObject({ cut: { bytes: 400_011 } });
  });
});
