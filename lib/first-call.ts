import { marshall } from '@aws-sdk/util-dynamodb';
import { scopes } from '../lambdas/domain/access.ts';
import { partnerKeyText, secretHashOf } from '../lambdas/domain/credentials.ts';
import { keys } from '../lambdas/store/keys.ts';

/** A command of nobody's, and a table in which it can be done: what a function is called with before its code is kept. */

const partnerId = '01920001-0000-7000-8000-000000000001';
const customerId = '01920001-0000-7000-8000-000000000002';
const apikey = 'pk_test_0';
const [keyId, secret] = ['0', '0'];
const at = '2026-01-01T00:00:00.000Z';

/** As API Gateway passes it on. Functions that are called otherwise refuse it, which is a call as well. */
export const firstEvent = {
  version: '2.0',
  routeKey: 'ANY /functions/v1/swift-worker',
  rawPath: '/functions/v1/swift-worker',
  rawQueryString: '',
  headers: {
    apikey,
    authorization: `Bearer ${partnerKeyText('test', keyId, secret)}`,
    'content-type': 'application/json',
    'idempotency-key': 'a-first-call',
  },
  requestContext: { http: { method: 'PATCH', path: '/functions/v1/swift-worker' }, requestId: 'first' },
  body: JSON.stringify({ route: 'update-partner-customer', customer_id: customerId, customer_name: 'Another name' }),
  isBase64Encoded: false,
  Records: [],
} as const;

const dated = { created_at: at, expires_at: null, revoked_at: null };
const customer = {
  ...{ external_customer_id: 'first', customer_name: 'A name', customer_email: null, customer_phone: null },
  ...{ metadata: '{}', status: 'active', merged_into: null, deactivated_at: null, instance_count: 0 },
  ...{ search: 'a name\0\0first', digits: '', revision: 1, history_count: 1, last_event: 0, event_sequence: 0 },
  ...{ created_at: at, updated_at: at },
};
const partner = { partner_id: partnerId, name: 'A partner', status: 'active', created_at: at, updated_at: at };

const items = [
  { ...keys.publishableKeys(), revision: 1, keys: [{ value: apikey, created_at: at, revoked_at: null }] },
  {
    ...keys.partnerKey(keyId),
    ...{ key_id: keyId, partner_id: partnerId, secret_hash: secretHashOf(secret), scopes: [...scopes] },
    ...{ ...dated, last_used_day: null },
  },
  { ...keys.partner(partnerId), ...partner, revision: 1 },
  { ...keys.customer(partnerId, customerId), ...customer },
].map((item) => marshall(item));

type Marshalled = (typeof items)[number];

const nameOf = (key: Marshalled): string => JSON.stringify([key['pk'], key['sk']]);
const held = new Map(items.map((item) => [nameOf(item), item]));

export interface Request {
  readonly Key?: Marshalled;
  readonly RequestItems?: Readonly<Record<string, { readonly Keys?: readonly Marshalled[] }>>;
}

/** What DynamoDB would answer, as far as a first call asks; an update gives a rate limit's tokens. */
export const answerTo = (operation: string, { Key: key, RequestItems: batch = {} }: Request): object => {
  if (operation === 'GetItem' && key !== undefined) return { Item: held.get(nameOf(key)) };
  if (operation === 'UpdateItem') return { Attributes: { tat: { N: '0' } } };
  if (operation !== 'BatchGetItem') return {};
  const found: Record<string, object[]> = {};
  for (const [table, { Keys: wanted = [] }] of Object.entries(batch)) {
    found[table] = wanted.map((one) => held.get(nameOf(one))).filter((item) => item !== undefined);
  }
  return { Responses: found, UnprocessedKeys: {} };
};
