import type { Examples } from './example.ts';
import { at, instanceId, instanceListItem, later, pageOf } from './records.ts';

const { platform_waba_id } = instanceListItem;
const template = {
  template_id: '1689556908129832',
  platform_waba_id,
  name: 'order_confirmation',
  language: 'en_US',
  category: 'UTILITY',
  status: 'APPROVED',
  quality_score: 'GREEN',
  rejected_reason: null,
  rejection_info: null,
  disable_date: null,
  other_info: null,
  category_change: { category: 'MARKETING', at: later },
  correct_category: null,
  components: [{ type: 'BODY', text: 'Your order {{1}} is confirmed.' }],
  last_synced_at: at,
};
const syncId = '01980000-0000-7000-8000-000000000061';
const sync = {
  id: syncId,
  waba_id: platform_waba_id,
  trigger: 'request',
  status: 'queued',
  fetched: 0,
  created: 0,
  updated: 0,
  removed: 0,
  pages: 0,
  started_at: at,
  finished_at: null,
  next_allowed_at: '2026-03-01T09:40:00.000Z',
  error: null,
};
const succeeded = { ...sync, status: 'succeeded', fetched: 12, created: 1, updated: 2, pages: 1, finished_at: later };

export const templateExamples: Examples = {
  'list-partner-platform-templates': {
    request: { platform_waba_id, status: 'APPROVED', page: 1, page_size: 50 },
    responses: { 200: pageOf(template) },
  },
  'get-partner-platform-template': {
    request: { platform_waba_id, template_name: 'order_confirmation', language: 'en_US' },
    responses: { 200: { template } },
  },
  'refresh-partner-platform-templates': {
    request: { instance_id: instanceId, force: false },
    responses: { 200: { sync: succeeded }, 202: { sync } },
  },
  'list-partner-business-accounts': {
    request: { troubled: true, page: 1, page_size: 50 },
    responses: { 200: pageOf({ platform_waba_id, lines: 2, templates: 12, troubled: 1, last_sync: succeeded }) },
  },
  'get-partner-platform-template-sync': { request: { sync_id: syncId }, responses: { 200: { sync: succeeded } } },
};
