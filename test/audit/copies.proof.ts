import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectVersionsCommand,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SetQueueAttributesCommand, SQSClient } from '@aws-sdk/client-sqs';
import { DynamoDBDocumentClient, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { z } from 'zod';
import { keys } from '../../lambdas/store/table/keys.ts';
import { startBareStack, type BareStack } from '../first-day/bare-stack.ts';
import { letIn, operate, type NewPartner } from '../first-day/operator-steps.ts';
import { verifyToken } from '../first-day/walk.ts';
import { outsideScene } from '../grants/outside-scene.ts';
import { until } from '../../tools/harness/whole-stack.ts';
import { clientSettings } from '../../tools/harness/client-settings.ts';

const Bucket = 'swift-worker-local-auditcopybucket';

const entry = z.looseObject({ id: z.string(), action: z.string(), at: z.string() });
const listed = z.object({ entries: z.array(entry) });
/** What the log says of an entry that was changed. */
const tampering = z.object({ message: z.string(), audit_id: z.string(), sequence_number: z.string() });

let bare: BareStack;
let partner: NewPartner;
let s3: S3Client;
let sqs: SQSClient;

beforeAll(async () => {
  bare = await startBareStack({ auditCopy: { mode: 'GOVERNANCE', years: 1 } });
  const options = clientSettings(bare.stack.description);
  s3 = new S3Client(options);
  sqs = new SQSClient(options);
  // A message that failed comes again after two seconds, not after six minutes.
  const [, QueueUrl] =
    Object.entries(bare.stack.description.sqs.queues).find(([name]) => name.includes('AuditQueue')) ?? [];
  await sqs.send(new SetQueueAttributesCommand({ QueueUrl, Attributes: { VisibilityTimeout: '2' } }));
  partner = await letIn(bare.stateFile);
});
afterAll(async () => {
  s3.destroy();
  sqs.destroy();
  await bare.stop();
});

const entries = async () => listed.parse(JSON.parse(await operate('audit list --json', bare.stateFile))).entries;

const versions = async (): Promise<readonly (string | undefined)[]> => {
  const { Versions = [] } = await s3.send(new ListObjectVersionsCommand({ Bucket }));
  return Versions.map(({ Key }) => Key);
};

const entryObjects = async (): Promise<readonly string[]> =>
  (await versions()).flatMap((key) => (key?.startsWith('entries/') === true ? [key] : []));

const objectOf = (at: string, id: string): string => `entries/${at.slice(0, 7)}/${id}`;

/** Waits until the bucket has a version of each entry, and of each one only. */
const allCopied = async () => {
  const trail = await entries();
  const wanted = trail.map(({ at, id }) => objectOf(at, id)).toSorted();
  await until(entryObjects, (found) => wanted.every((key) => found.includes(key)));
  for (const name of ['JournalSource', 'AuditCopySource']) await bare.stack.mappings.get(name)?.idle();
  expect((await entryObjects()).toSorted()).toEqual(wanted);
  return trail;
};

const faultOf = (service: 's3' | 'sqs', operation: string) => ({ match: { service, operation } });

test('what the operator does and what changes an endpoint reaches the bucket, each entry once', async () => {
  const scene = outsideScene(bare, partner);
  const { receiver } = bare.stack;
  receiver.setVerifyToken(3, verifyToken);
  await scene.call('update-partner-webhook-endpoint', {
    webhook_url: receiver.receiverUrl(3),
    platform_verify_token: verifyToken,
  });
  const trail = await allCopied();
  const actions = ['partners create', 'keys issue', 'webhook endpoint update'];
  expect(trail.map(({ action }) => action)).toEqual(expect.arrayContaining(actions));
  const [first] = trail;
  const { Body, ObjectLockMode, ObjectLockRetainUntilDate } = await s3.send(
    new GetObjectCommand({ Bucket, Key: objectOf(first?.at ?? '', first?.id ?? '') }),
  );
  expect(JSON.parse((await Body?.transformToString()) ?? '')).toMatchObject({ ...first });
  expect(ObjectLockMode).toBe('GOVERNANCE');
  expect(Number(ObjectLockRetainUntilDate)).toBeGreaterThan(Date.parse(first?.at ?? '') + 365 * 86_400_000);
});

test('a change that is delivered or written twice makes no second version', async () => {
  const { faults } = bare.stack.services;
  const sent = faults.inject({ ...faultOf('sqs', 'SendMessageBatch'), effect: { kind: 'lose-answer' } });
  const written = faults.inject({ ...faultOf('s3', 'PutObject'), effect: { kind: 'lose-answer' } });
  await operate(`partners suspend ${partner.partnerId}`, bare.stateFile);
  await allCopied();
  expect([sent.met, written.met]).toEqual([1, 1]);
});

test('a bucket that refuses for a while loses nothing, and delays nothing else', async () => {
  const refused = bare.stack.services.faults.inject({
    ...faultOf('s3', 'PutObject'),
    effect: { kind: 'error', code: 'SlowDown', status: 503 },
    times: 12,
  });
  await operate(`partners resume ${partner.partnerId}`, bare.stateFile);
  // The reader of the stream is done while the bucket still refuses.
  await bare.stack.mappings.get('JournalSource')?.idle();
  await allCopied();
  expect(refused.met).toBe(12);
});

test('a copy cannot be deleted, and the writer replaces none', async () => {
  const { Versions: [version] = [] } = await s3.send(new ListObjectVersionsCommand({ Bucket }));
  const { Key, VersionId } = version ?? {};
  await expect(s3.send(new DeleteObjectCommand({ Bucket, Key, VersionId }))).rejects.toThrow('object lock');
  await expect(s3.send(new PutObjectCommand({ Bucket, Key, Body: 'forged', IfNoneMatch: '*' }))).rejects.toMatchObject({
    name: 'PreconditionFailed',
  });
});

test('the verification says that all are copied and none differs', async () => {
  await allCopied();
  const said = await operate('audit verify', bare.stateFile);
  expect(said).toMatch(/: \d+ entries, all copied, none differs\./);
});

test('an entry that a transaction puts another item over is found by the metric and by the verification', async () => {
  const { outputs } = bare.stack.description;
  const table = DynamoDBDocumentClient.from(new DynamoDBClient(clientSettings(bare.stack.description)));
  const [one] = await allCopied();
  if (one === undefined) throw new Error('there is no entry');
  const forged = { ...one, action: 'forged', ...keys.auditEntry(one.at, one.id) };
  await table.send(
    new TransactWriteCommand({ TransactItems: [{ Put: { TableName: outputs['TableName'], Item: forged } }] }),
  );
  table.destroy();
  const evidence = await until(versions, (found) => found.some((key) => key?.startsWith('changes/')));
  const Key = evidence.find((key) => key?.startsWith('changes/'));
  expect(Key?.split('/')[2]).toBe(one.id);
  const { Body } = await s3.send(new GetObjectCommand({ Bucket, Key }));
  expect(JSON.parse((await Body?.transformToString()) ?? '')).toMatchObject({
    change: 'MODIFY',
    before: { action: one.action },
    after: { action: 'forged' },
  });
  // The message may come again when the first invocation is slow.
  const counted = await until(
    () =>
      Promise.resolve(bare.stack.functionLog.lines.filter(({ text }) => text.includes('"audit_entries_changed":1'))),
    ({ length }) => length > 0,
  );
  const logged = counted.map(({ text }) => tampering.parse(JSON.parse(text)));
  expect(logged[0]).toMatchObject({ message: 'an entry of the audit trail was changed', audit_id: one.id });
  expect(new Set(logged.map((line) => JSON.stringify(line))).size).toBe(1);
  await expect(operate('audit verify', bare.stateFile)).rejects.toThrow('1 entry is not as copied');
});
