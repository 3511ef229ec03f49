import type { Examples } from './example.ts';
import {
  at,
  customerId,
  foundInstance,
  instance,
  instanceId,
  instanceListItem,
  newInstance,
  newSession,
  otherCustomerId,
  pageOf,
} from './records.ts';

const inactive = {
  ...instance,
  status: 'inactive',
  occupies_slot: false,
  slot_state: 'released',
  callback: { ...instance.callback, state: 'removed' },
};

const connectPage = {
  display_name: 'Aurora Messaging',
  logo_url: 'https://partner.example/logo.png',
  color: '#1a73e8',
  privacy_url: 'https://partner.example/privacy',
};

export const instanceExamples: Examples = {
  'create-customer-instance': {
    request: {
      external_customer_id: 'crm-4711',
      instance_key: 'aurora-main',
      instance_name: 'Front desk',
      metadata: { queue: 'front-desk' },
      success_url: 'https://partner.example/connected',
      cancel_url: 'https://partner.example/lines',
      language: 'pt-BR',
    },
    responses: { 201: { instance: newInstance, session: newSession } },
  },
  'create-connect-session': {
    request: { instance_id: instanceId, mode: 'connect', ttl_hours: 24, return_url: 'https://partner.example/lines' },
    responses: { 201: { session: newSession } },
  },
  'list-partner-instances': {
    request: { partner_customer_id: customerId, status: 'connected', page: 1, page_size: 50 },
    responses: { 200: pageOf(instanceListItem) },
  },
  'search-partner-instances': {
    request: {
      search: 'front',
      status: 'connected',
      platform_waba_id: instance.platform_waba_id,
      customer_id: customerId,
      page: 1,
      page_size: 50,
    },
    responses: { 200: pageOf(foundInstance) },
  },
  'get-partner-instance': { request: { instance_id: instanceId }, responses: { 200: { instance } } },
  'update-partner-instance-label': {
    request: { instance_id: instanceId, instance_name: 'Front desk' },
    responses: { 200: { instance } },
  },
  'refresh-partner-instance-platform': { request: { instance_id: instanceId }, responses: { 200: { instance } } },
  'reveal-partner-instance-platform-token': {
    request: { instance_id: instanceId },
    responses: {
      200: { instance_id: instanceId, platform_access_token: 'the-token-of-the-line', expires_at: null },
    },
  },
  'move-partner-instance-to-customer': {
    request: { instance_id: instanceId, target_customer_id: otherCustomerId, reason: 'Sold' },
    responses: { 200: { instance: { ...instance, partner_customer_id: otherCustomerId } } },
  },
  'get-partner-connect-page': {
    request: {},
    responses: { 200: { connect_page: { ...connectPage, updated_at: at } } },
  },
  'update-partner-connect-page': {
    request: connectPage,
    responses: { 200: { connect_page: { ...connectPage, updated_at: at } } },
  },
  'deactivate-partner-instance': {
    request: { instance_id: instanceId, deregister: true, reason: 'Number given up' },
    responses: {
      200: {
        instance: inactive,
        lifecycle: { status: 'completed', callback_state: 'removed', slot_state: 'released' },
      },
    },
  },
};
