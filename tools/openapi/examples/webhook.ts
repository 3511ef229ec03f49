import type { Examples } from './example.ts';
import { at, instanceId, later } from './records.ts';

const url = 'https://hooks.partner.example/messaging';
const endpoint = {
  id: '01980000-0000-7000-8000-000000000041',
  name: 'Primary',
  url,
  enabled: true,
  is_primary: true,
  platform_verify_token_configured: true,
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
const checks = ['challenge', 'wrong_token', 'ping'].map((name) => ({ name, ok: true, detail: null }));

export const webhookExamples: Examples = {
  'validate-partner-webhook-endpoint': { request: candidate, responses: { 200: { valid: true, checks } } },
  'update-partner-webhook-endpoint': { request: candidate, responses: { 202: { endpoint, migration } } },
  'get-partner-webhook-endpoint': { request: {}, responses: { 200: { endpoint } } },
  'get-partner-webhook-migration': {
    request: { migration_id: migrationId, page: 1, page_size: 50 },
    responses: { 200: { migration: completed } },
  },
  'retry-partner-webhook-migration': {
    request: { migration_id: migrationId },
    responses: { 200: { migration: completed }, 202: { migration } },
  },
};
