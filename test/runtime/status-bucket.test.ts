import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Services } from '@swift-worker/local-cloud/services/services.ts';
import { statusPageKey, statusRecordKey } from '../../lambdas/kernel/status-page.ts';
import { statusBucket } from '../../lambdas/runtime/status-bucket.ts';
import { clientOptions, runServices } from '../local-cloud/services/running-services.ts';

const Bucket = 'portal';
let services: Services;
let client: S3Client;

beforeAll(async () => {
  services = await runServices();
  await services.createBucket({ BucketName: Bucket });
  // As lib/constructs/status-page.ts grants: it may not list the bucket.
  const grant = (action: string, key: string) => ({
    effect: 'Allow' as const,
    actions: [action],
    resources: [`arn:aws:s3:::${Bucket}/${key}`],
  });
  services.addPrincipal({
    accessKeyId: 'probe',
    roleArn: 'arn:aws:iam::000000000000:role/probe',
    statements: [
      grant('s3:GetObject', statusRecordKey),
      grant('s3:PutObject', statusRecordKey),
      grant('s3:PutObject', statusPageKey),
    ],
  });
  client = new S3Client({ ...clientOptions(services, 'probe'), maxAttempts: 1 });
});
afterAll(async () => {
  client.destroy();
  await services.stop();
});

test('the record is replaced only while it is the one that was read', async () => {
  const { read, replace, show } = statusBucket(client, Bucket);
  expect(await read()).toBeNull();
  expect(await replace('{"run":"1"}', null)).toBe(true);
  expect(await replace('{"run":"2"}', null)).toBe(false);
  const first = await read();
  expect(first?.text).toBe('{"run":"1"}');
  expect(await replace('{"run":"3"}', first?.etag ?? null)).toBe(true);
  expect(await replace('{"run":"4"}', first?.etag ?? null)).toBe(false);
  expect((await read())?.text).toBe('{"run":"3"}');
  await show('<!doctype html>');
  const root = new S3Client(clientOptions(services, 'root'));
  const { Body } = await root.send(new GetObjectCommand({ Bucket, Key: statusPageKey }));
  expect(await Body?.transformToString()).toBe('<!doctype html>');
  root.destroy();
});
