import type { Examples } from './example.ts';
import {
  at,
  customer,
  customerId,
  historyEntry,
  instanceListItem,
  later,
  otherCustomer,
  otherCustomerId,
  pageOf,
  risk,
} from './records.ts';

const described = {
  external_customer_id: 'crm-4711',
  customer_name: 'Café Aurora',
  customer_email: 'owner@aurora.example',
  customer_phone: '+49 30 901820',
  metadata: { plan: 'pro' },
};
const inactive = { ...customer, status: 'inactive', deactivated_at: later, updated_at: later };
const merged = { ...customer, status: 'merged', merged_into: otherCustomerId, instance_count: 0, updated_at: later };

const customerImport = {
  id: '01980000-0000-7000-8000-000000000091',
  status: 'running',
  total: 2,
  created: 0,
  updated: 0,
  unchanged: 0,
  failed: 0,
  started_at: at,
  finished_at: null,
};
const failedRow = {
  index: 1,
  external_customer_id: 'crm-4712',
  code: 'customer_merged',
  details: { merged_into: otherCustomerId },
};

export const customerExamples: Examples = {
  'upsert-partner-customer': {
    request: described,
    responses: { 200: { customer }, 201: { customer: { ...customer, instance_count: 0 } } },
  },
  'list-partner-customers': {
    request: { search: 'aurora', status: 'active', page: 1, page_size: 50 },
    responses: { 200: pageOf(customer) },
  },
  'get-partner-customer': {
    request: { external_customer_id: 'crm-4711' },
    responses: {
      200: {
        customer: {
          ...customer,
          instances: [instanceListItem],
          instances_truncated: false,
          slot: { state: 'occupied', occupied: 1, releasing: 0, limit: null },
          history: [historyEntry],
          platform_risk: risk,
          lifecycle: null,
        },
      },
    },
  },
  'update-partner-customer': {
    request: {
      customer_id: customerId,
      changes: { customer_phone: '+49 30 901820' },
      expected_updated_at: customer.updated_at,
      reason: 'Called in',
    },
    responses: { 200: { customer: { ...customer, updated_at: later } } },
  },
  'get-partner-customer-history': {
    request: { customer_id: customerId, page: 1, page_size: 50 },
    responses: { 200: pageOf(historyEntry) },
  },
  'merge-partner-customers': {
    request: { source_customer_id: customerId, target_customer_id: otherCustomerId, reason: 'One and the same' },
    responses: {
      200: {
        customer: { ...otherCustomer, instance_count: 2, updated_at: later },
        source_customer: merged,
        merge: { status: 'completed', moved: 1, total: 1 },
      },
      202: {
        customer: { ...otherCustomer, instance_count: 5001, updated_at: later },
        source_customer: merged,
        merge: { status: 'in_progress', moved: 0, total: 5000 },
      },
    },
  },
  'get-partner-merge': {
    request: { source_customer_id: customerId },
    responses: { 200: { merge: { status: 'in_progress', moved: 120, total: 5000 } } },
  },
  'deactivate-partner-customer': {
    request: { partner_customer_id: customerId, reason: 'Contract ended' },
    responses: {
      200: { customer: inactive, lifecycle: { status: 'completed', total: 1, completed: 1, failed: 0 } },
      202: {
        customer: { ...inactive, instance_count: 5000 },
        lifecycle: { status: 'in_progress', total: 5000, completed: 120, failed: 0 },
      },
    },
  },
  'import-partner-customers': {
    request: { customers: [described, { external_customer_id: 'crm-4712', customer_name: 'Bistro Boreal' }] },
    responses: { 202: { import: customerImport } },
  },
  'get-partner-customer-import': {
    request: { import_id: customerImport.id, page: 1, page_size: 50 },
    responses: {
      200: {
        import: { ...customerImport, status: 'completed', created: 1, failed: 1, finished_at: later },
        ...pageOf(failedRow),
      },
    },
  },
  'reactivate-partner-customer': {
    request: { partner_customer_id: customerId, reason: 'Came back' },
    responses: { 200: { customer: { ...customer, updated_at: later } } },
  },
};
