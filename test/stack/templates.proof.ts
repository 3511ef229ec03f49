import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { z } from 'zod';
import { openLink } from '../../demo/end-customer.ts';
import { startWholeStack, until, type Reply, type WholeStack } from '../../tools/harness/whole-stack.ts';

let whole: WholeStack;
let connected: { readonly id: string; readonly wabaId: string; readonly number: string };

const control = async (instructions: object): Promise<Record<string, unknown>> => {
  const url = whole.stack.description.platform.control_url;
  const response = await fetch(url, { method: 'POST', body: JSON.stringify(instructions) });
  expect(response.status).toBe(200);
  return z.record(z.string(), z.unknown()).parse(await response.json());
};

const instance = z.object({
  id: z.string(),
  status: z.string(),
  platform_waba_id: z.string().nullable(),
  display_phone_number: z.string().nullable().optional(),
  risk: z.object({ level: z.string() }).optional(),
});
const made = z.object({ instance, session: z.object({ url: z.string() }) });

const readInstance = async (id: string): Promise<z.infer<typeof instance>> =>
  z.object({ instance }).parse((await whole.query('get-partner-instance', { instance_id: id })).body).instance;

/** What an end customer's browser does: opens the link, signs in at the platform, returns. */
const connect = async (): Promise<typeof connected> => {
  await whole.command('POST', 'upsert-partner-customer', { external_customer_id: 'C-1', customer_name: 'Acme' });
  const { body } = await whole.command('POST', 'create-customer-instance', {
    external_customer_id: 'C-1',
    instance_key: 'first',
  });
  const { instance: created, session } = made.parse(body);
  await openLink(session.url);
  const { id, platform_waba_id: wabaId, display_phone_number: number } = await readInstance(created.id);
  return { id, wabaId: wabaId ?? '', number: number ?? '' };
};

beforeAll(async () => {
  whole = await startWholeStack();
  connected = await connect();
});
afterAll(() => whole.stack.stop());

const sync = z.object({ sync: z.object({ status: z.string(), trigger: z.string(), fetched: z.number() }) });
const syncOf = ({ body }: Reply): z.infer<typeof sync>['sync'] => sync.parse(body).sync;

const statusOf = async (id: string): Promise<string> => {
  const { body } = await whole.query('get-partner-platform-template', { template_id: id });
  return z.object({ template: z.object({ status: z.string() }) }).parse(body).template.status;
};

const callback = (field: string, value: object): Promise<Record<string, unknown>> => {
  const time = Math.floor(Date.now() / 1000);
  return control({ callback: { entry: [{ id: connected.wabaId, time, changes: [{ field, value }] }] } });
};

test('templates are stored by a refresh, and changed by callbacks of the platform', async () => {
  const templates = Array.from({ length: 60 }, (_, index) => ({
    id: String(7_000 + index),
    name: `name_${index % 20}`,
    language: ['de', 'en', 'fr'][index % 3],
    status: 'PENDING',
    waba_id: connected.wabaId,
  }));
  await control({ templates });
  const asked = await whole.command('POST', 'refresh-partner-platform-templates', { instance_id: connected.id });
  expect([asked.status, syncOf(asked)]).toMatchObject([202, { status: 'queued', trigger: 'request' }]);
  const done = await until(
    () => whole.query('get-partner-platform-template-sync').then(syncOf),
    ({ status }) => status !== 'queued' && status !== 'running',
  );
  expect(done).toMatchObject({ status: 'succeeded', fetched: 60 });
  const listed = await whole.query('list-partner-platform-templates', { language: 'de', page_size: '7' });
  expect(listed.body).toMatchObject({ total: 20, pages: 3 });

  const value = { event: 'REJECTED', message_template_id: 7_001, message_template_name: 'name_1', reason: 'SCAM' };
  const { callback: delivered } = await callback('message_template_status_update', value);
  expect(delivered).toEqual({ delivered: true, status: 200, attempts: 1 });
  await until(
    () => statusOf('7001'),
    (status) => status === 'REJECTED',
  );
  expect(await statusOf('7021')).toBe('PENDING');
});

const inAnHour = (): number => Math.floor(Date.now() / 1_000) + 3_600;

test('the instance shows a flagged number and a removed partner', async () => {
  await callback('phone_number_quality_update', { display_phone_number: connected.number, event: 'FLAGGED' });
  await until(
    () => readInstance(connected.id),
    ({ risk }) => risk?.level === 'watch',
  );
  await callback('account_update', {
    event: 'ACCOUNT_RESTRICTION',
    restriction_info: [{ restriction_type: 'RESTRICTED_BIZ_INITIATED_MESSAGING', expiration: inAnHour() }],
  });
  await until(
    () => readInstance(connected.id),
    ({ status }) => status === 'degraded',
  );
  await callback('account_update', { event: 'PARTNER_REMOVED', waba_info: { waba_id: connected.wabaId } });
  await until(
    () => readInstance(connected.id),
    ({ status }) => status === 'reconnect_required',
  );
});

test('the entry answers the handshake with the right token, and accepts signed callbacks', async () => {
  const { callback_url: url, app_secret: secret, verify_token: verifyToken } = whole.stack.description.platform;
  const shake = (token: string): Promise<Response> => {
    const query = { 'hub.mode': 'subscribe', 'hub.challenge': '42', 'hub.verify_token': token };
    return fetch(`${url}?${new URLSearchParams(query).toString()}`);
  };
  const good = await shake(verifyToken);
  expect([good.status, await good.text()]).toEqual([200, '42']);
  expect((await shake('another')).status).toBe(403);

  const body = JSON.stringify({ entry: [] });
  const post = (signature: string, type: string): Promise<Response> =>
    fetch(url, { method: 'POST', body, headers: { 'content-type': type, 'x-hub-signature-256': signature } });
  const signature = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
  expect((await post(signature, 'application/json')).status).toBe(200);
  expect((await post(signature, 'application/octet-stream')).status).toBe(200);
  const forged = createHmac('sha256', 'another').update(body).digest('hex');
  expect((await post(`sha256=${forged}`, 'application/json')).status).toBe(401);
  expect((await fetch(url, { method: 'POST', body })).status).toBe(401);
});
