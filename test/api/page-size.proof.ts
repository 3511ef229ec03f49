import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { dispatch } from '../../lambdas/api/dispatch.ts';
import type { Response } from '../../lambdas/api/respond.ts';
import { noDetails } from '../../lambdas/domain/template.ts';
import { newId, systemRetryPolicy } from '../../lambdas/runtime/clock.ts';
import { StoredTemplates } from '../../lambdas/template-sync/stored-templates.ts';
import type { DeliveryScene } from '../delivery/delivery-scene.ts';
import type { TestTable } from '../../tools/harness/test-table.ts';
import { testClock } from '../../tools/harness/test-clock.ts';
import { eventOf } from '../../tools/harness/service.ts';
import { withScene } from '../delivery/suite-scene.ts';

/** 6 MB, measured on AWS. https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html */
const lambdaLimit = 6_291_556;
const mostItems = 200;

const clock = testClock();
let table: TestTable;
let scene: DeliveryScene;
withScene(clock.now, (...started) => {
  [scene, table] = started;
});

const ask = (query: Record<string, string>, acceptEncoding?: string): Promise<Response> => {
  const { apikey, dispatcher } = scene;
  const headers = {
    apikey,
    authorization: `Bearer ${scene.partner.apiKey}`,
    ...(acceptEncoding === undefined ? {} : { 'accept-encoding': acceptEncoding }),
  };
  return dispatch(dispatcher, eventOf('GET', { query: { page_size: '200', ...query } }, headers));
};

const bytesOf = (response: Response): number => Buffer.byteLength(JSON.stringify(response));
const list = z.looseObject({ items: z.array(z.unknown()).min(1) });
const bodyOf = (response: Response): z.infer<typeof list> => list.parse(JSON.parse(response.body ?? ''));

/** The payload of a page that is filled with copies of its first item. */
const fullPage = async (query: Record<string, string>): Promise<number> => {
  const response = await ask(query);
  const body = bodyOf(response);
  const items = Array.from({ length: mostItems }, () => body.items[0]);
  return bytesOf({ ...response, body: JSON.stringify({ ...body, items }) });
};

/** A text whose JSON has so many bytes and doubles in Lambda's payload: each backslash is escaped twice. */
const backslashes = (bytes: number): string => '\\'.repeat(bytes / 2);
/** A line takes four bytes for each of its characters at most. */
const wide = (length: number): string => '😀'.repeat(length);
const metadata = { a: backslashes(8 * 1024 - '{"a":""}'.length) };

const worstCustomer = (external: string, more: object = {}) => ({
  external_customer_id: external,
  customer_name: wide(200),
  customer_email: `${wide(16)}@${`${'d'.repeat(60)}.`.repeat(4)}example`,
  customer_phone: wide(40),
  metadata,
  ...more,
});
const upsert = async (body: Record<string, unknown>): Promise<string> => {
  const reply = await scene.command('POST', 'upsert-partner-customer', body);
  expect(reply.status).toBeLessThan(202);
  return z.object({ customer_id: z.string() }).parse(reply.body['customer']).customer_id;
};

describe('a page of the largest records that are allowed', () => {
  test('of customers fits into a response of Lambda', async () => {
    await upsert(worstCustomer('😀'.repeat(200)));
    expect(await fullPage({ route: 'list-partner-customers' })).toBeLessThan(lambdaLimit);
  });

  test('of delivery events fits into a response of Lambda', async () => {
    const identifier = backslashes(512);
    const identifiers = Object.fromEntries(
      [
        ...['message_id', 'client_message_id', 'request_id', 'template_id', 'template_name', 'campaign_id'],
        ...['recipient_user_id', 'user_id', 'recipient', 'error_code'],
      ].map((name) => [name, identifier]),
    );
    const reply = await scene.report({
      ...identifiers,
      status: 'delivered',
      recipient_hash: 'f'.repeat(64),
      error_title: backslashes(512),
      error_message: backslashes(2_048),
      error_details: backslashes(4_096),
    });
    expect(reply.status).toBe(201);
    await scene.fold();
    const bytes = await fullPage({ route: 'search-partner-delivery-events' });
    expect(bytes).toBeGreaterThan(lambdaLimit / 2);
    expect(bytes).toBeLessThan(lambdaLimit);
  });

  test('of instances, and of a migration, fits into a response of Lambda', async () => {
    const { instanceId } = scene;
    await scene.command('PATCH', 'update-partner-instance-label', {
      instance_id: instanceId,
      instance_name: wide(120),
    });
    expect(await fullPage({ route: 'list-partner-instances' })).toBeLessThan(lambdaLimit / 10);
  });
});

describe('a history of the largest changes that are allowed', () => {
  test('is sent compressed to clients that accept that, and refused with the envelope to others', async () => {
    let customerId = '';
    for (let change = 0; change <= mostItems; change += 1) {
      const name = wide(199) + String(change % 2);
      customerId = await upsert(
        worstCustomer('history', {
          customer_name: name,
          metadata: { ...metadata, a: `${change % 2}${metadata.a.slice(1)}` },
        }),
      );
    }
    const query = { route: 'get-partner-customer-history', customer_id: customerId };
    const compressed = await ask(query, 'br, gzip;q=0.8');
    expect([compressed.statusCode, compressed.isBase64Encoded]).toEqual([200, true]);
    expect(compressed.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' });
    expect(bytesOf(compressed)).toBeLessThan(lambdaLimit);
    const text = gunzipSync(Buffer.from(compressed.body ?? '', 'base64')).toString();
    expect(list.parse(JSON.parse(text)).items).toHaveLength(mostItems);
    for (const encoding of [undefined, 'identity', 'gzip;q=0']) {
      const refused = await ask(query, encoding);
      expect(refused.statusCode).toBe(413);
      expect(JSON.parse(refused.body ?? '')).toEqual({
        error: {
          code: 'payload_too_large',
          message: 'the answer has more than 6 MB; send Accept-Encoding: gzip, or a smaller page_size',
        },
      });
    }
    const smaller = await ask({ ...query, page_size: '100' });
    expect([smaller.statusCode, bodyOf(smaller).items.length]).toEqual([200, 100]);
    // The customer's detail shows ten entries and fifty instances.
    const single = await ask({ route: 'get-partner-customer', customer_id: customerId });
    expect([single.statusCode, bytesOf(single) < lambdaLimit / 5]).toEqual([200, true]);
  });

  test('of plain text fits uncompressed', async () => {
    let customerId = '';
    const plain = 'é'.repeat((8 * 1024 - '{"a":"x"}'.length) / 2);
    for (let change = 0; change <= 1; change += 1) {
      customerId = await upsert({
        external_customer_id: 'plain',
        customer_name: `${'語'.repeat(199)}${change}`,
        metadata: { a: `${change}${plain}` },
      });
    }
    expect(await fullPage({ route: 'get-partner-customer-history', customer_id: customerId })).toBeLessThan(
      lambdaLimit,
    );
  });
});

// https://developers.facebook.com/docs/whatsapp/business-management-api/message-templates/components
test('a page of the largest templates of the platform is sent compressed to clients that accept that', async () => {
  const button = (number: number) => ({
    type: 'URL',
    text: 'x'.repeat(25),
    url: `https://x.example/${number}${'y'.repeat(1_980)}`,
  });
  const card = (number: number) => ({
    components: [
      { type: 'HEADER', format: 'IMAGE', example: { header_handle: [`https://scontent.example/${'z'.repeat(600)}`] } },
      { type: 'BODY', text: '語'.repeat(160) },
      { type: 'BUTTONS', buttons: [button(number), button(number + 1)] },
    ],
  });
  const components = [
    { type: 'BODY', text: '語'.repeat(1_024) },
    { type: 'CAROUSEL', cards: Array.from({ length: 10 }, (_, number) => card(number)) },
  ];
  const { partnerId } = scene.partner;
  const kept = new StoredTemplates(
    { table, retryPolicy: systemRetryPolicy, clock: clock.now, newId },
    partnerId,
    '2001',
    [],
  );
  await kept.takeIn(
    Array.from({ length: mostItems }, (_, number) => ({
      id: `t${number}`,
      name: `template_${number}`,
      language: 'pt_BR',
      category: 'MARKETING',
      status: 'APPROVED',
      quality_score: 'GREEN',
      rejected_reason: null,
      details: noDetails,
      components,
    })),
    { pass: 1, askedAt: clock.now() },
    false,
  );
  const query = { route: 'list-partner-platform-templates', platform_waba_id: '2001' };
  expect((await ask(query)).statusCode).toBe(413);
  const compressed = await ask(query, 'gzip');
  expect(compressed.statusCode).toBe(200);
  const text = gunzipSync(Buffer.from(compressed.body ?? '', 'base64')).toString();
  expect(list.parse(JSON.parse(text)).items).toHaveLength(mostItems);
});
