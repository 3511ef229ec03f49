import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  DecryptCommand,
  DescribeKeyCommand,
  EncryptCommand,
  GenerateDataKeyCommand,
  KMSClient,
} from '@aws-sdk/client-kms';
import { DeleteObjectCommand, GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { z } from 'zod';
import type { Services } from '@swift-worker/local-cloud/services/services.ts';
import { call, clientOptions, runServices } from './running-services.ts';

let services: Services;
const clients: { destroy: () => void }[] = [];
const keep = <C extends { destroy: () => void }>(client: C): C => {
  clients.push(client);
  return client;
};

beforeAll(async () => {
  services = await runServices();
});

afterAll(async () => {
  for (const client of clients) client.destroy();
  await services.stop();
});

const allow = (accessKeyId: string, actions: readonly string[], resources: readonly string[], conditions = {}) => {
  const statements = [{ effect: 'Allow' as const, actions, resources, conditions }];
  services.addPrincipal({ accessKeyId, roleArn: `arn:aws:iam::000000000000:role/${accessKeyId}`, statements });
};

describe('S3', () => {
  const Bucket = 'files';
  const s3 = (accessKeyId = 'root') => keep(new S3Client({ ...clientOptions(services, accessKeyId), maxAttempts: 1 }));
  const put = (Key: string, condition: object, client = s3()) =>
    client.send(new PutObjectCommand({ Bucket, Key, Body: 'text', ...condition }));
  const refusal = (name: string, httpStatusCode: number) => ({ name, $metadata: { httpStatusCode } });

  beforeAll(() => services.createBucket({ BucketName: Bucket }));

  test('writes on the condition that an object is still the one that was read', async () => {
    await expect(put('a', { IfMatch: '"any"' })).rejects.toMatchObject(refusal('NoSuchKey', 404));
    const { ETag } = await put('a', { IfNoneMatch: '*' });
    await expect(put('a', { IfNoneMatch: '*' })).rejects.toMatchObject(refusal('PreconditionFailed', 412));
    await put('a', { IfMatch: ETag, Body: 'later' });
    await expect(put('a', { IfMatch: ETag })).rejects.toMatchObject(refusal('PreconditionFailed', 412));
    await expect(put('a', { IfNoneMatch: ETag })).rejects.toMatchObject(refusal('NotImplemented', 501));
    await s3().send(new DeleteObjectCommand({ Bucket, Key: 'a' }));
    await expect(put('a', { IfMatch: ETag })).rejects.toMatchObject(refusal('NoSuchKey', 404));
    await put('a', { IfNoneMatch: '*' });
  });

  test('needs the permission to read for a condition on what is there', async () => {
    allow('writer', ['s3:PutObject'], [`arn:aws:s3:::${Bucket}/*`]);
    const { ETag } = await put('b', { IfNoneMatch: '*' }, s3('writer'));
    await expect(put('b', { IfMatch: ETag }, s3('writer'))).rejects.toMatchObject(refusal('AccessDenied', 403));
  });

  test('hides from who may not list that an object is missing', async () => {
    allow('reader', ['s3:GetObject'], [`arn:aws:s3:::${Bucket}/*`]);
    const missing = new GetObjectCommand({ Bucket, Key: 'missing' });
    await expect(s3('reader').send(missing)).rejects.toMatchObject(refusal('AccessDenied', 403));
    allow('lister', ['s3:GetObject', 's3:ListBucket'], [`arn:aws:s3:::${Bucket}`, `arn:aws:s3:::${Bucket}/*`]);
    await expect(s3('lister').send(missing)).rejects.toMatchObject(refusal('NoSuchKey', 404));
  });
});

describe('KMS', () => {
  const context = { partner: 'p1', record: 'r1' };
  const Plaintext = Buffer.from('a token');
  const kms = (accessKeyId = 'root') => keep(new KMSClient(clientOptions(services, accessKeyId)));

  test('opens what it sealed, in the same context whatever its order', async () => {
    const { keyId, arn } = await services.createKey('Secrets', {});
    const sealed = await kms().send(new EncryptCommand({ KeyId: keyId, Plaintext, EncryptionContext: context }));
    expect(sealed.KeyId).toBe(arn);
    expect(Buffer.from(sealed.CiphertextBlob ?? []).includes(Plaintext)).toBe(false);
    const EncryptionContext = { record: 'r1', partner: 'p1' };
    const opened = await kms().send(new DecryptCommand({ CiphertextBlob: sealed.CiphertextBlob, EncryptionContext }));
    expect(Buffer.from(opened.Plaintext ?? []).toString()).toBe('a token');
    expect((await services.createKey('Secrets', {})).keyId).toBe(keyId);
  });

  test('refuses another context, another key, and a blob that was changed', async () => {
    const { keyId } = await services.createKey('Secrets', {});
    const other = await services.createKey('Others', {});
    const { CiphertextBlob = new Uint8Array() } = await kms().send(
      new EncryptCommand({ KeyId: keyId, Plaintext, EncryptionContext: context }),
    );
    const decrypt = (part: object) =>
      kms().send(new DecryptCommand({ CiphertextBlob, EncryptionContext: context, ...part }));
    const changed = Uint8Array.from(CiphertextBlob, (byte, index) =>
      index === CiphertextBlob.length - 1 ? byte ^ 1 : byte,
    );
    await expect(decrypt({ EncryptionContext: { partner: 'p2', record: 'r1' } })).rejects.toMatchObject({
      name: 'InvalidCiphertextException',
    });
    await expect(decrypt({ EncryptionContext: {} })).rejects.toMatchObject({ name: 'InvalidCiphertextException' });
    await expect(decrypt({ CiphertextBlob: changed })).rejects.toMatchObject({ name: 'InvalidCiphertextException' });
    await expect(decrypt({ KeyId: other.keyId })).rejects.toMatchObject({ name: 'IncorrectKeyException' });
    await expect(kms().send(new EncryptCommand({ KeyId: 'none', Plaintext }))).rejects.toMatchObject({
      name: 'NotFoundException',
    });
    const large = new EncryptCommand({ KeyId: keyId, Plaintext: Buffer.alloc(4_097) });
    await expect(kms().send(large)).rejects.toMatchObject({ name: 'ValidationException' });
  });

  test('makes data keys and describes its own', async () => {
    const { keyId, arn } = await services.createKey('Secrets', {});
    const data = await kms().send(new GenerateDataKeyCommand({ KeyId: keyId, KeySpec: 'AES_256' }));
    expect(data.Plaintext).toHaveLength(32);
    const opened = await kms().send(new DecryptCommand({ CiphertextBlob: data.CiphertextBlob }));
    expect(opened.Plaintext).toEqual(data.Plaintext);
    const { KeyMetadata } = await kms().send(new DescribeKeyCommand({ KeyId: arn }));
    expect(KeyMetadata).toMatchObject({ KeyId: keyId, Arn: arn, KeyState: 'Enabled' });
  });

  test('holds a role to its encryption context', async () => {
    const { keyId, arn } = await services.createKey('Secrets', {});
    allow('BOUND', ['kms:Encrypt'], [arn], { StringEquals: { 'kms:EncryptionContext:partner': 'p1' } });
    const bound = kms('BOUND');
    await bound.send(new EncryptCommand({ KeyId: keyId, Plaintext, EncryptionContext: { partner: 'p1' } }));
    const elsewhere = new EncryptCommand({ KeyId: keyId, Plaintext, EncryptionContext: { partner: 'p2' } });
    await expect(bound.send(elsewhere)).rejects.toMatchObject({
      name: 'AccessDeniedException',
      message: expect.stringContaining(`kms:Encrypt on resource: ${arn}`),
    });
  });
});

describe('Secrets Manager', () => {
  const secrets = (operation: string, input: object, accessKeyId = 'root') =>
    call(services, accessKeyId, 'secretsmanager', `secretsmanager.${operation}`, input);

  test('tells a literal and a generated secret, by name or ARN', async () => {
    const literal = await services.createSecret('Literal', { Name: 'app/literal', SecretString: 'value' });
    expect(literal).toMatchObject({ name: 'app/literal', arn: expect.stringMatching(/:secret:app\/literal-\w{6}$/) });
    for (const SecretId of [literal.name, literal.arn]) {
      expect(await secrets('GetSecretValue', { SecretId })).toMatchObject({
        status: 200,
        output: { ARN: literal.arn, Name: 'app/literal', SecretString: 'value', VersionStages: ['AWSCURRENT'] },
      });
    }
    const { arn } = await services.createSecret('Generated', {
      GenerateSecretString: { PasswordLength: 40, ExcludePunctuation: true },
    });
    expect(await secrets('GetSecretValue', { SecretId: arn })).toMatchObject({
      output: { SecretString: expect.stringMatching(/^[A-Za-z0-9]{40}$/) },
    });
    expect(await secrets('GetSecretValue', { SecretId: 'none' })).toMatchObject({
      status: 400,
      output: { __type: 'ResourceNotFoundException' },
    });
  });

  test('keeps the previous version when one is put', async () => {
    const { arn: SecretId } = await services.createSecret('Rotated', { SecretString: 'one' });
    await secrets('PutSecretValue', { SecretId, SecretString: 'two' });
    expect(await secrets('GetSecretValue', { SecretId })).toMatchObject({ output: { SecretString: 'two' } });
    expect(await secrets('GetSecretValue', { SecretId, VersionStage: 'AWSPREVIOUS' })).toMatchObject({
      output: { SecretString: 'one' },
    });
    const { output } = await secrets('DescribeSecret', { SecretId });
    expect(
      Object.values(
        z.object({ VersionIdsToStages: z.record(z.string(), z.array(z.string())) }).parse(output).VersionIdsToStages,
      ).flat(),
    ).toEqual(['AWSCURRENT', 'AWSPREVIOUS']);
    // The template has not changed, so neither does the secret.
    await services.createSecret('Rotated', { SecretString: 'one' });
    expect(await secrets('GetSecretValue', { SecretId })).toMatchObject({ output: { SecretString: 'two' } });
  });

  test('asks for permission on the secret', async () => {
    const { arn: SecretId } = await services.createSecret('Guarded', { SecretString: 'x' });
    allow('SECRETS', ['secretsmanager:GetSecretValue'], [SecretId]);
    expect(await secrets('GetSecretValue', { SecretId }, 'SECRETS')).toMatchObject({ status: 200 });
    expect(await secrets('PutSecretValue', { SecretId, SecretString: 'y' }, 'SECRETS')).toMatchObject({
      status: 400,
      output: { __type: 'AccessDeniedException' },
    });
  });
});

test('an invocation goes to the functions, when its caller may invoke', async () => {
  const functions = createServer((request, response) => {
    response.writeHead(200, { 'x-amz-function-error': 'Unhandled', 'content-type': 'application/json' });
    request.pipe(response);
  });
  await new Promise<void>((resolve) => functions.listen(0, '127.0.0.1', resolve));
  const address = functions.address();
  services.setLambdaBackend(`http://127.0.0.1:${address !== null && typeof address === 'object' ? address.port : 0}`);
  const arn = 'arn:aws:lambda:us-east-1:000000000000:function:operator';
  allow('INVOKER', ['lambda:InvokeFunction'], [arn]);
  const lambda = keep(new LambdaClient(clientOptions(services, 'INVOKER')));
  const answer = await lambda.send(new InvokeCommand({ FunctionName: arn, Payload: '{"command":"list"}' }));
  expect(Buffer.from(answer.Payload ?? []).toString()).toBe('{"command":"list"}');
  expect(answer.FunctionError).toBe('Unhandled');
  await expect(lambda.send(new InvokeCommand({ FunctionName: 'other' }))).rejects.toMatchObject({
    name: 'AccessDeniedException',
    $metadata: { httpStatusCode: 403 },
  });
  functions.closeAllConnections();
  await new Promise((resolve) => functions.close(resolve));
});
