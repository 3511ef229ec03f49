import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { ensureCertificates } from '../../local/certificates.ts';
import type { Certificates } from '../../local/certificates.ts';
import { startReceiver } from '../../local/receiver/receiver.ts';
import type { Receiver } from '../../local/receiver/receiver.ts';
import { APP_ID, APP_SECRET, runPlatform } from './running-platform.ts';
import type { Answer, Instance, RunningPlatform } from './running-platform.ts';

const SAMPLES = join(import.meta.dirname, '../../packages/platform-simulator/corpus/graph');
const NUMBER_FIELDS =
  'verified_name,display_phone_number,quality_rating,status,name_status,code_verification_status,account_mode,platform_type,is_on_biz_app,is_official_business_account,throughput,whatsapp_business_manager_messaging_limit,last_onboarded_time,webhook_configuration,health_status';

let certificates: Certificates;
let receiver: Receiver;
let platform: RunningPlatform;

beforeAll(async () => {
  certificates = await ensureCertificates(undefined);
  receiver = await startReceiver({
    httpsPort: 0,
    controlPort: 0,
    tls: certificates.server,
    log: () => undefined,
    verifyTokens: new Map([[1, 'token']]),
  });
  platform = await runPlatform({ caFile: certificates.caFile });
});
afterAll(async () => {
  await platform.stop();
  await receiver.stop();
  await certificates.remove();
});
afterEach(async () => {
  platform.app.callbackUrl = undefined;
  await platform.control({ clear: true });
});

const get = (path: string, token: string): Promise<Answer> => platform.graph('GET', path, token);
const post = (path: string, token: string, body: object = {}): Promise<Answer> =>
  platform.graph('POST', path, token, body);
const change = ({ numberId }: Instance, fields: object): Promise<Answer> =>
  platform.control({ number: { id: numberId, ...fields } });
const register = ({ numberId, token }: Instance, pin = '111111'): Promise<Answer> =>
  post(`/${numberId}/register`, token, { messaging_product: 'whatsapp', pin });
const subscribe = ({ wabaId, token }: Instance, body?: object): Promise<Answer> =>
  post(`/${wabaId}/subscribed_apps`, token, body);
const override = (): object => ({ override_callback_uri: receiver.receiverUrl(1), verify_token: 'token' });
const debug = (token: string): Promise<Answer> => get(`/debug_token?input_token=${token}`, `${APP_ID}|${APP_SECRET}`);
const numberOf = (line: Instance, fields = NUMBER_FIELDS): Promise<Answer> => {
  platform.app.callbackUrl = 'http://127.0.0.1:1/platform/callback';
  return get(`/${line.numberId}?fields=${fields}`, line.token);
};
const template = {
  name: 'order_ready',
  language: 'en_US',
  category: 'UTILITY',
  status: 'APPROVED',
  correct_category: 'MARKETING',
  quality_score: { score: 'GREEN', date: 1793577600 },
  components: [{ type: 'BODY', text: 'Order {{1}} is ready.', example: { body_text: [['17']] } }],
  last_updated_time: '2026-11-01T10:00:00+0000',
};

/** For each sample: how the simulator comes to give that answer. */
const situations: Readonly<Record<string, (line: Instance) => Promise<Answer>>> = {
  'access_token.json': async () => platform.exchange(await platform.signUp()),
  'access_token.redirect_uri_differs.json': async () =>
    platform.exchange(await platform.signUp(), { redirect_uri: 'https://elsewhere.example/' }),
  'debug_token.invalid.json': async ({ token, wabaId }) => {
    await platform.control({ token: { waba_id: wabaId, uninstalled: true } });
    return debug(token);
  },
  'debug_token.manage_events.json': async ({ token }) => {
    await platform.control({ debug_token: { manage_events: true } });
    return debug(token);
  },
  'debug_token.several_wabas.json': async ({ token }) => debug(token),
  'debug_token.without_management.json': async ({ token }) => {
    await platform.control({ app: { permissions: ['whatsapp_business_messaging'] } });
    return debug(token);
  },
  'debug_token.without_targets.json': async ({ token }) => {
    await platform.control({ debug_token: { target_ids: false } });
    return debug(token);
  },
  'error.account_locked.json': async ({ wabaId, token }) => {
    await platform.control({ waba: { id: wabaId, refuses: 131031 } });
    return get(`/${wabaId}`, token);
  },
  'error.app_removed.json': async ({ wabaId, token }) => {
    await platform.control({ token: { waba_id: wabaId, uninstalled: true } });
    return get(`/${wabaId}`, token);
  },
  'error.object_gone.json': async (line) => {
    await change(line, { deleted: true });
    return get(`/${line.numberId}`, line.token);
  },
  'error.permission_removed.json': async ({ wabaId, token }) => {
    await platform.control({ waba: { id: wabaId, refuses: 200 } });
    return get(`/${wabaId}`, token);
  },
  'error.token_expired.json': async ({ wabaId, token }) => {
    await platform.control({ token: { waba_id: wabaId, expire: true } });
    return get(`/${wabaId}`, token);
  },
  'error.waba_budget.json': async ({ wabaId, token }) => {
    await platform.control({ budget: { waba_id: wabaId, calls_per_hour: 0 } });
    return get(`/${wabaId}`, token);
  },
  'message_templates.bad_cursor.json': ({ wabaId, token }) => get(`/${wabaId}/message_templates?after=x`, token),
  'message_templates.json': async ({ wabaId, token }) => {
    await platform.control({ template: { ...template, waba_id: wabaId } });
    await platform.control({ template: { ...template, waba_id: wabaId, language: 'pt_BR', status: 'ARCHIVED' } });
    await platform.control({ template: { ...template, waba_id: wabaId, language: 'de' } });
    const fields =
      'id,name,language,status,category,sub_category,previous_category,correct_category,parameter_format,components,quality_score,rejected_reason,last_updated_time';
    return get(`/${wabaId}/message_templates?limit=2&fields=${fields}`, token);
  },
  'override.not_subscribed.json': ({ numberId, token }) =>
    post(`/${numberId}`, token, { webhook_configuration: override() }),
  'phone_number.coexistence.json': async (line) => {
    await change(line, { is_on_biz_app: true });
    return numberOf(line, 'is_on_biz_app,platform_type');
  },
  'phone_number.connected.json': async (line) => {
    await register(line);
    return numberOf(line);
  },
  'phone_number.pending.json': async (line) => {
    await change(line, { name_status: 'PENDING_REVIEW', quality_rating: 'UNKNOWN' });
    return numberOf(line);
  },
  'phone_number.without_payment.json': async (line) => {
    await register(line);
    const health_errors = [
      { error_code: 141_006, error_description: 'No payment method.', possible_solution: 'Add one.' },
      {
        entity_type: 'BUSINESS',
        can_send_message: 'LIMITED',
        error_code: 141_010,
        error_description: 'It is not verified.',
        possible_solution: 'Start the verification.',
      },
    ];
    await platform.control({ waba: { id: line.wabaId, health_errors } });
    return numberOf(line, 'health_status');
  },
  'phone_numbers.two.json': async ({ wabaId, token }) => {
    await platform.connect({ waba: wabaId });
    const fields = 'verified_name,display_phone_number,quality_rating,last_onboarded_time';
    return get(`/${wabaId}/phone_numbers?fields=${fields}`, token);
  },
  'register.limit.json': async (line) => {
    for (let time = 0; time < 10; time += 1) await register(line);
    return register(line);
  },
  'register.pin_mismatch.json': async (line) => {
    await change(line, { pin: { state: 'other' } });
    return register(line);
  },
  'smb_app_data.json': async (line) => {
    await change(line, { is_on_biz_app: true });
    const body = { messaging_product: 'whatsapp', sync_type: 'history' };
    return post(`/${line.numberId}/smb_app_data`, line.token, body);
  },
  'subscribed_apps.json': async (line) => {
    await platform.control({ waba: { id: line.wabaId, other_apps: ['880000000000599'] } });
    await subscribe(line);
    await subscribe(line, override());
    return get(`/${line.wabaId}/subscribed_apps`, line.token);
  },
  'success.json': (line) => register(line),
  'template_create.name_blocked.json': async ({ wabaId, token }) => {
    await platform.control({ template: { ...template, waba_id: wabaId } });
    await platform.graph('DELETE', `/${wabaId}/message_templates?name=${template.name}`, token);
    const { name, category, components } = template;
    return post(`/${wabaId}/message_templates`, token, { name, category, components, language: 'fr' });
  },
  'webhook_configuration.json': async (line) => {
    await subscribe(line);
    await subscribe(line, override());
    await post(`/${line.numberId}`, line.token, { webhook_configuration: override() });
    return numberOf(line, 'webhook_configuration');
  },
};

/** The types of all values by their paths: `data[].status` → string. Items of a list count together. */
const shapeOf = (value: unknown, path = ''): Record<string, string> => {
  if (typeof value !== 'object' || value === null) return { [path]: typeof value };
  const parts = Array.isArray(value)
    ? value.map((item: unknown) => shapeOf(item, `${path}[]`))
    : Object.entries(value).map(([key, inner]) => shapeOf(inner, `${path}.${key}`));
  return Object.fromEntries(parts.flatMap((part) => Object.entries(part)));
};

const Sample = z.object({ field: z.string(), body: z.looseObject({}) });
const Refusal = z.object({ code: z.number(), error_subcode: z.number().optional(), type: z.string() });

describe('the answers of the samples', () => {
  test('are those of the simulator, each of them', () => {
    expect(Object.keys(situations).toSorted()).toEqual(readdirSync(SAMPLES).toSorted());
  });

  test.each(Object.entries(situations))('have the shape of the simulator’s: %s', async (file, answered) => {
    const sample = Sample.parse(JSON.parse(readFileSync(join(SAMPLES, file), 'utf8')));
    const { status, body } = await answered(await platform.connect());
    expect(status).toBe(Number(/\d{3}$/.exec(sample.field)?.[0]));
    expect(shapeOf(body)).toEqual(shapeOf(sample.body));
    if ('error' in sample.body) {
      const refused = z.object({ error: Refusal }).parse(body);
      expect(refused.error).toEqual(Refusal.parse(sample.body['error']));
    }
  });
});
