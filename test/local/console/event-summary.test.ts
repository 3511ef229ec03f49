import { describe, expect, test } from '@jest/globals';
import { eventSummary } from '../../../local/console/event-summary.ts';

const event = (type: string, data: object, more: object = {}): string => JSON.stringify({ type, data, ...more });

describe('the summary of an event', () => {
  test.each([
    [{ customer: { customer_name: 'Café', external_customer_id: 'c-1', customer_id: 'x' } }, 'Café'],
    [{ customer: { customer_name: null, external_customer_id: 'c-1', customer_id: 'x' } }, 'c-1'],
    [{ source_customer: { customer_name: 'Old' }, target_customer: { customer_name: 'New' } }, 'Old → New'],
    [{ instance: { id: 'x', instance_key: 'first-line' } }, 'first-line'],
    [{ customer_id: 'x', erasure_id: 'y' }, 'x'],
    [{}, null],
    [{ customer: 'a text', instance: { instance_key: 7 } }, null],
  ])('%j is about %s', (data, about) => {
    expect(eventSummary(event('a.type', data))).toEqual({ from: 'service', title: 'a.type', about, isTest: false });
  });

  test('marks test events', () => {
    expect(eventSummary(event('a.type', {}, { test: true }))).toMatchObject({ isTest: true });
  });
});

// https://developers.facebook.com/documentation/business-messaging/whatsapp/webhooks/overview
test('a callback of the platform is named by its fields', () => {
  const changes = ['messages', 'messages', 'account_update'].map((field) => ({ field, value: {} }));
  const body = JSON.stringify({ object: 'whatsapp_business_account', entry: [{ id: '1', changes }] });
  expect(eventSummary(body)).toEqual({
    from: 'platform',
    title: 'messages, account_update',
    about: null,
    isTest: false,
  });
});

test.each(['', 'no JSON', '[]', 'null', '{}', '{"type":7}', '{"object":"whatsapp_business_account","entry":7}'])(
  '%j is neither',
  (body) => {
    expect(eventSummary(body)).toEqual({ from: 'unknown', title: null, about: null, isTest: false });
  },
);
