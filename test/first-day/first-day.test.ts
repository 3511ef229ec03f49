import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createClient, type Client } from '../../packages/client/src/client.ts';
import { verifyEvent } from '../../packages/client/src/webhook.ts';
import type { Received } from '../../local/receiver/inbox.ts';
import { until } from '../../tools/harness/whole-stack.ts';
import { startBareStack, type BareStack } from './bare-stack.ts';
import { letIn, operate, type NewPartner } from './operator-steps.ts';
import { walkFirstDay, type Walk } from './walk.ts';

let bare: BareStack;
let partner: NewPartner;

beforeAll(async () => {
  bare = await startBareStack();
  partner = await letIn(bare.stateFile);
});
afterAll(() => bare.stop());

const clientOf = ({ apiKey }: NewPartner): Client =>
  createClient({ apiUrl: bare.stack.description.api_url, apikey: partner.apikey, token: apiKey });

const isUpdate = ({ body }: Received): boolean => body.includes('"service.partner.customer.updated"');

describe('a partner that the operator let in by the lines of the page', () => {
  let walk: Walk;
  beforeAll(async () => {
    walk = await walkFirstDay(bare.stack, partner, bare.directory);
  });

  test('registers its own endpoint', () => {
    expect(walk.answers.get('validate-partner-webhook-endpoint')).toMatchObject({ valid: true });
    expect(walk.answers.get('update-partner-webhook-endpoint')).toMatchObject({
      endpoint: { url: walk.webhookUrl, enabled: true },
      migration: { status: 'completed' },
    });
  });

  test('connects a line, whose callback was read back from the platform', () => {
    expect(walk.answers.get('get-partner-instance')).toMatchObject({
      instance: { status: 'connected', callback: { state: 'active', verified_at: expect.any(String) as unknown } },
    });
  });

  test('sees its template, its reported delivery and its token', () => {
    expect(walk.answers.get('list-partner-platform-templates')).toMatchObject({ items: [{ name: 'welcome' }] });
    expect(walk.answers.get('search-partner-delivery-events')).toMatchObject({
      items: [{ message_id: 'first', status: 'delivered', instance_id: walk.instanceId }],
    });
    const token = walk.answers.get('reveal-partner-instance-platform-token')?.['platform_access_token'];
    expect(token).toMatch(/\S/);
  });

  test('gets the event of an update, which the secret that it was handed verifies', async () => {
    const [event] = await until(
      () => Promise.resolve(walk.received().filter(isUpdate)),
      (all) => all.length > 0,
    );
    const verified = await verifyEvent({ headers: event?.headers ?? {}, body: event?.body ?? '' }, partner);
    expect(verified).toMatchObject({ type: 'service.partner.customer.updated', partner_id: partner.partnerId });
  });

  test('has its line taken down, and its slot released', () => {
    expect(walk.answers.get('deactivate-partner-instance')).toMatchObject({
      instance: { status: 'inactive' },
      lifecycle: { status: 'completed', callback_state: 'removed', slot_state: 'released' },
    });
  });
});

test('a partner that registers its endpoint before the secret is rotated gets events that the rotated secret verifies', async () => {
  const hasty = await letIn(bare.stateFile, ['publishable-keys', 'members', 'webhook-secrets']);
  const client = clientOf(hasty);
  bare.stack.receiver.setVerifyToken(4, 'hasty');
  const endpoint = { webhook_url: bare.stack.receiver.receiverUrl(4), platform_verify_token: 'hasty' };
  expect((await client.call('validate-partner-webhook-endpoint', endpoint)).body).toMatchObject({ valid: true });
  expect((await client.call('update-partner-webhook-endpoint', endpoint)).body.endpoint.enabled).toBe(true);
  const [secret = ''] =
    /whsec_\S+/.exec(await operate(`webhook-secrets rotate ${hasty.partnerId}`, bare.stateFile)) ?? [];
  const { body } = await client.call('upsert-partner-customer', { external_customer_id: 'h', customer_name: 'H 1' });
  const { customer_id } = body.customer;
  await client.call('update-partner-customer', { customer_id, changes: { customer_name: 'H 2' } });
  const [event] = await until(
    () => Promise.resolve(bare.stack.receiver.received(4).filter(isUpdate)),
    (all) => all.length > 0,
  );
  expect(await verifyEvent({ headers: event?.headers ?? {}, body: event?.body ?? '' }, { secret })).toMatchObject({
    type: 'service.partner.customer.updated',
  });
});
