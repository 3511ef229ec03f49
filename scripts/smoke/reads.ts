import { randomUUID } from 'node:crypto';
import { isRefusal } from '../../packages/client/src/refusal.ts';
import type { Service } from './service.ts';
import { Broken, equal, refused, type Steps } from './steps.ts';

/** Accepts a refusal with this code, because a partner may have none yet. @throws every other error */
const orNone = async <Body>(call: Promise<Body>, code: 'not_found' | 'waba_scope_required'): Promise<Body | null> => {
  try {
    return await call;
  } catch (error) {
    if (isRefusal(error, code)) return null;
    throw error;
  }
};

const pagesFit = ({ total, page_size: size, pages }: { total: number; page_size: number; pages: number }): void => {
  equal('pages', pages, Math.ceil(total / size));
};

/** The queries, which change nothing. */
export const tryReads = async (steps: Steps, { client }: Service): Promise<void> => {
  await steps.try('customers are listed', async () => {
    pagesFit((await client.call('list-partner-customers', { page_size: 5 })).body);
  });
  await steps.try('instances are listed', async () => {
    pagesFit((await client.call('list-partner-instances', { page_size: 5 })).body);
  });
  await steps.try('instances are searched', async () => {
    pagesFit((await client.call('search-partner-instances', { search: 'a', page_size: 5 })).body);
  });
  await steps.try('the webhook endpoint is shown without its secrets', async () => {
    const { endpoint } = (await client.call('get-partner-webhook-endpoint', {})).body;
    const shown = Object.keys(endpoint ?? {}).filter((name) => name === 'platform_verify_token' || /secret/.test(name));
    equal('what is shown of secrets', shown, []);
  });
  await steps.try('the latest webhook migration is shown, or there is none', () =>
    orNone(client.call('get-partner-webhook-migration', {}), 'not_found'),
  );
  await steps.try('webhook events are listed', async () => {
    pagesFit((await client.call('list-partner-webhook-events', { page_size: 5 })).body);
  });
  await steps.try('templates are listed, or a business account is required', () =>
    orNone(client.call('list-partner-platform-templates', {}), 'waba_scope_required'),
  );
  await steps.try('delivery health is shown', async () => {
    const { health } = (await client.call('get-partner-delivery-health', { window_hours: 24 })).body;
    equal('the window', health.window_hours, 24);
  });
  await steps.try('usage is shown', async () => {
    const { usage } = (await client.call('get-partner-usage', {})).body;
    equal('the granularity', usage.granularity, 'day');
  });
  await steps.try('delivery events are searched', async () => {
    pagesFit((await client.call('search-partner-delivery-events', { page_size: 5 })).body);
  });
  await steps.try('delivery events are searched by status', async () => {
    pagesFit((await client.call('search-partner-delivery-events', { status: 'failed', page_size: 5 })).body);
  });
  await steps.try('an impossible date is refused', () =>
    refused(client.call('search-partner-delivery-events', { date_from: '2026-02-30' }), 400, 'validation_failed'),
  );
  await steps.try('a page size out of bounds is refused, with the field', async () => {
    const { details } = await refused(
      client.call('list-partner-customers', { page_size: 201 }),
      400,
      'validation_failed',
    );
    if (!JSON.stringify(details).includes('page_size')) throw new Broken('the details do not name page_size');
  });
  await steps.try('an unknown customer is not found', () =>
    refused(client.call('get-partner-customer', { customer_id: randomUUID() }), 404, 'not_found'),
  );
  await steps.try('a report for an unknown number is refused', () =>
    refused(
      client.call('report-partner-message-status', { phone_number_id: `smoke-${randomUUID()}`, status: 'sent' }),
      404,
      'not_found',
    ),
  );
};
