import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { z } from 'zod';
import type { NoticeMailer } from '../../lambdas/domain/notice-mail.ts';
import type { Vault } from '../../lambdas/domain/vault.ts';
import type { OutboundClient } from '../../lambdas/outbound/client.ts';
import type { AuditBucket } from '../../lambdas/runtime/audit-bucket.ts';
import type { PlatformHttp } from '../../lambdas/platform/http.ts';
import type { MemberPool } from '../../lambdas/team/member-pool.ts';
import type { Table } from '../../lambdas/store/table/table.ts';
import type { Outside } from './outside.ts';

/** The ports of a process. Every call goes through its `Outside`. */

type HttpAnswer = Awaited<ReturnType<DynamoDBClient['config']['requestHandler']['handle']>>;

/** The fields of the SDK's request that are read here. */
const request = z.object({ headers: z.record(z.string(), z.string()) });

/** An error that the SDK treats as a broken connection, so that it retries the call. */
export const broken = (): Error => Object.assign(new Error('the connection broke'), { name: 'TimeoutError' });

const answered = z.object({
  statusCode: z.number(),
  headers: z.record(z.string(), z.string()),
  body: z.instanceof(Readable),
});

/** Reads the body of an answer. An unread body would keep its connection open. */
const whole = async (answer: HttpAnswer): Promise<HttpAnswer> => {
  const response = answered.parse(answer.response);
  const bytes = await buffer(response.body);
  return { response: { ...response, body: Readable.from([bytes]) } };
};

/** The table with a client of its own. Answers are lost below the SDK, which retries the call as on AWS. */
export const outsideTable = (table: Table, outside: Outside): Table => {
  const { client } = table;
  const { requestHandler } = client.config;
  const own = new DynamoDBClient({
    region: 'us-east-1',
    credentials: client.config.credentials,
    ...(client.config.endpoint === undefined ? {} : { endpoint: client.config.endpoint }),
    requestHandler: {
      handle: (...given: Parameters<typeof requestHandler.handle>) => {
        const target = request.parse(given[0]).headers['x-amz-target'] ?? '';
        return outside.call({
          name: `DynamoDB ${target.split('.')[1] ?? ''}`,
          act: async () => whole(await requestHandler.handle(...given)),
          lost: () => Promise.reject(broken()),
        });
      },
    },
  });
  return {
    name: table.name,
    client: DynamoDBDocumentClient.from(own, { marshallOptions: { removeUndefinedValues: true } }),
    retryPolicy: table.retryPolicy,
  };
};

export const outsideHttp =
  (http: PlatformHttp, outside: Outside): PlatformHttp =>
  (call, limit) =>
    outside.call({
      name: `platform ${call.method} ${call.path.replaceAll(/\d{6,}/g, '*')}`,
      act: () => http(call, limit),
      lost: () => Promise.resolve({ kind: 'failed', failure: 'network' }),
    });

export const outsideOutbound = (outbound: OutboundClient, outside: Outside): OutboundClient => ({
  close: () => undefined,
  send: (sent) =>
    outside.call({
      name: `endpoint ${sent.method}`,
      act: () => outbound.send(sent),
      lost: () => Promise.resolve({ kind: 'failed', error: 'timeout', milliseconds: 15_000 }),
    }),
});

/** A call that the SDK retries when its answer is lost. */
export const repeated = <T>(outside: Outside, name: string, act: () => Promise<T>): Promise<T> =>
  outside.call({
    name,
    act,
    lost: () => outside.call({ name, act, lost: act }),
    failed: () => Promise.reject(broken()),
  });

export const outsideVault = (vault: Vault, outside: Outside): Vault => ({
  seal: (text, context) => repeated(outside, 'KMS Encrypt', () => vault.seal(text, context)),
  open: (sealed, context) => repeated(outside, 'KMS Decrypt', () => vault.open(sealed, context)),
});

export const outsidePool = (pool: MemberPool, outside: Outside): MemberPool => ({
  ensureUser: (email) => repeated(outside, 'Cognito AdminCreateUser', () => pool.ensureUser(email)),
  mailAgain: (email) => repeated(outside, 'Cognito AdminCreateUser RESEND', () => pool.mailAgain(email)),
  findUser: (email) => repeated(outside, 'Cognito AdminGetUser', () => pool.findUser(email)),
  removeUser: (memberId) => repeated(outside, 'Cognito AdminDeleteUser', () => pool.removeUser(memberId)),
  setTemporaryPassword: (memberId, password) =>
    repeated(outside, 'Cognito AdminSetUserPassword', () => pool.setTemporaryPassword(memberId, password)),
});

export const outsideMailer = (outside: Outside): NoticeMailer => ({
  portalUrl: 'https://portal.example/portal/',
  send: () => repeated(outside, 'SES SendEmail', () => Promise.resolve()),
});

/** A secret that is read at its first use. */
export const outsideSecret = <T>(secret: T, outside: Outside): (() => Promise<T>) => {
  return () => repeated(outside, 'Secrets GetSecretValue', () => Promise.resolve(secret));
};

export const outsideBucket = (bucket: AuditBucket, outside: Outside): AuditBucket => ({
  create: (key, content) => repeated(outside, 'S3 PutObject', () => bucket.create(key, content)),
  read: (key) => repeated(outside, 'S3 GetObject', () => bucket.read(key)),
  keysAfter: (prefix, after) => repeated(outside, 'S3 ListObjectsV2', () => bucket.keysAfter(prefix, after)),
});
