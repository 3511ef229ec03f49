import { shownEventTypes } from '../../../lambdas/api/resources/event-types.ts';
import type { Examples } from './example.ts';
import { at, customerId, instanceId, later, partnerId } from './records.ts';

const url = 'https://hooks.partner.example/messaging';
const endpoint = {
  id: '01980000-0000-7000-8000-000000000041',
  name: 'Primary',
  url,
  enabled: true,
  is_primary: true,
  platform_verify_token_configured: true,
};
const state = {
  ...endpoint,
  health: 'paused',
  failing_since: at,
  next_probe_at: later,
  last_error: { code: 'http_503', message: 'The endpoint answered with status 503.', status: 503, at },
  last_outage_at: at,
  waiting: 214,
  undelivered: 0,
  counted_since: null,
};
const migrationId = '01980000-0000-7000-8000-000000000051';
const migration = {
  id: migrationId,
  status: 'running',
  total: 1,
  done: 0,
  failed: 0,
  items: [{ instance_id: instanceId, status: 'pending', attempts: 0, error_code: null }],
  reason: 'New data centre',
  requested_by: { type: 'partner_key', id: 'k7Qm2x' },
  started_at: at,
  finished_at: null,
};
const completed = {
  ...migration,
  status: 'completed',
  done: 1,
  items: [{ instance_id: instanceId, status: 'done', attempts: 1, error_code: null }],
  finished_at: later,
};
const candidate = { webhook_url: url, platform_verify_token: 'what-the-endpoint-expects', reason: 'New data centre' };
const resend = {
  id: '01980000-0000-7000-8000-000000000053',
  status: 'running',
  total: 500,
  done: 0,
  started_at: at,
  finished_at: null,
};
const testEventId = '01980000-0000-7000-8000-000000000082';
const checks = [
  { name: 'challenge', ok: true, detail: null, status: 200, duration_ms: 58, error_code: null },
  { name: 'wrong_token', ok: true, detail: null, status: 403, duration_ms: 41, error_code: null },
  { name: 'ping', ok: true, detail: null, status: 204, duration_ms: 47, error_code: null },
  { name: 'callback', ok: true, detail: null, status: 200, duration_ms: 44, error_code: null },
];

const listedEvent = {
  id: '01980000-0000-7000-8000-000000000061',
  type: 'service.partner.customer.updated',
  customer_id: customerId,
  sequence: 7,
  status: 'delivered',
  attempts: 2,
  next_attempt_at: null,
  last_error: { code: 'http_503', message: 'The endpoint answered with status 503.', at },
  created_at: at,
  delivered_at: later,
};
const event = {
  ...listedEvent,
  body: '{"id":"01980000-0000-7000-8000-000000000061","type":"service.partner.customer.updated",…}',
  attempt_log: [
    { at, status: 503, duration_ms: 84, error_code: 'http_503', probe: false, answer: 'upstream unavailable' },
    { at: later, status: 200, duration_ms: 61, error_code: null, probe: false, answer: null },
  ],
};

const chosen = ['service.partner.instance.connected', 'service.partner.instance.reconnect_required'] as const;

const testEvent = {
  id: testEventId,
  type: 'service.ping',
  created_at: at,
  body: `{"id":"${testEventId}","type":"service.ping","api_version":"1.1.0","timestamp":"${at}","partner_id":"${partnerId}","environment":"staging","test":true,"data":{}}`,
};

export const webhookExamples: Examples = {
  'validate-partner-webhook-endpoint': { request: candidate, responses: { 200: { valid: true, checks } } },
  'update-partner-webhook-endpoint': { request: candidate, responses: { 202: { endpoint, migration } } },
  'get-partner-webhook-endpoint': { request: {}, responses: { 200: { endpoint: state } } },
  'get-partner-webhook-migration': {
    request: { migration_id: migrationId, page: 1, page_size: 50 },
    responses: { 200: { migration: completed } },
  },
  'retry-partner-webhook-migration': {
    request: { migration_id: migrationId },
    responses: { 200: { migration: completed }, 202: { migration } },
  },
  'get-partner-webhook-event-types': {
    request: {},
    responses: { 200: { event_types: shownEventTypes({ types: new Set(chosen) }) } },
  },
  'update-partner-webhook-event-types': {
    request: { event_types: chosen },
    responses: { 200: { event_types: shownEventTypes({ types: new Set(chosen) }) } },
  },
  'list-partner-webhook-events': {
    request: { status: 'delivered', page: 1, page_size: 50 },
    responses: { 200: { items: [listedEvent], total: 1, page: 1, page_size: 50, pages: 1 } },
  },
  'get-partner-webhook-event': {
    request: { event_id: listedEvent.id },
    responses: { 200: { event } },
  },
  'resend-partner-webhook-events': {
    request: { since: '2026-03-01' },
    responses: { 202: { resend } },
  },
  'get-partner-webhook-resend': {
    request: { resend_id: resend.id },
    responses: { 200: { resend: { ...resend, status: 'completed', done: 500, finished_at: later } } },
  },
  'send-partner-webhook-test-event': {
    request: { type: 'service.ping' },
    responses: {
      202: {
        event: { ...testEvent, status: 'waiting' },
      },
    },
  },
  'get-partner-webhook-test-event': {
    request: { event_id: testEventId },
    responses: {
      200: {
        event: {
          ...testEvent,
          status: 'waiting',
          attempts: 1,
          next_attempt_at: later,
          delivered_at: null,
          attempt_log: [
            { at, status: 503, duration_ms: 84, error_code: 'http_503', probe: false, answer: 'upstream unavailable' },
          ],
        },
      },
    },
  },
  'rotate-partner-webhook-secret': {
    request: {},
    responses: {
      200: {
        webhook_secret: 'whsec_9vT3mGDzY0m2mZ9nHk0bqVtY8oUe1xW4rQ7sL5pJcA8=',
        previous_valid_until: '2026-03-02T09:30:00.000Z',
      },
    },
  },
};
