import { z } from 'zod';
import { openStage } from '../../../operator/open-stage.ts';
import type { DescribedStack } from '../../harness/described-stack.ts';
import { wordyTemplates } from '../../harness/many-templates.ts';
import { addConnectedLine, addCustomer, control } from '../../harness/stack-scene.ts';
import { until, type WholeStack } from '../../harness/whole-stack.ts';

/** What gives each worker its largest batch, through the calls that a partner and the platform make. */

const imported = z.object({ import: z.object({ id: z.string() }) });
const importStatus = z.object({ import: z.object({ status: z.string() }) });
const syncStatus = z.object({ sync: z.object({ status: z.string() }) });
const customerStatus = z.object({ customer: z.object({ status: z.string() }) });
const migrationStatus = z.object({ migration: z.object({ status: z.string() }) });
const countedEvents = z.object({ total: z.number() });

/** Sends a command until the rate limit admits it. @throws Error when it is refused for something else */
const insist = async (whole: WholeStack, route: string, parameters: object): Promise<unknown> => {
  const { status, body } = await until(
    () => whole.command('POST', route, { ...parameters }),
    (reply) => reply.status !== 429,
  );
  if (status >= 400) throw new Error(`${route}: ${JSON.stringify(body)}`);
  return body;
};

const reportsInCall = 500;

/** A batch of the stream has 2,000 records at most. */
const report = async (whole: WholeStack, phoneNumberId: string, calls: number): Promise<void> => {
  const begun = Date.now();
  await Promise.all(
    Array.from({ length: calls }, (_, call) =>
      insist(whole, 'report-partner-message-statuses', {
        reports: Array.from({ length: reportsInCall }, (__, at) => ({
          phone_number_id: phoneNumberId,
          message_id: `wamid.HBgNNTUxMTk4ODg3NzY2NhUCABEYEjA5${call}A${at}`,
          recipient: `55119${call}${at}`,
          status: at % 5 === 0 ? 'failed' : 'delivered',
          occurred_at: new Date(begun - ((call * reportsInCall + at) % 86_400) * 1_000).toISOString(),
          ...(at % 5 === 0 && { error_code: 131_026, error_title: 'Message undeliverable' }),
        })),
      }),
    ),
  );
};

/** The most rows that a call may have. */
const rowsInCall = 1_000;

const importRows = async (whole: WholeStack, name: string): Promise<void> => {
  const customers = Array.from({ length: rowsInCall }, (_, at) => ({
    external_customer_id: `row-${at}`,
    customer_name: `${name} ${at}`,
    customer_email: `owner-${at}@example.com`,
    metadata: { plan: 'pro', notes: 'x'.repeat(200) },
  }));
  const { id } = imported.parse(await insist(whole, 'import-partner-customers', { customers })).import;
  await until(
    async () =>
      importStatus.parse((await whole.query('get-partner-customer-import', { import_id: id })).body).import.status,
    (status) => status === 'completed',
  );
};

/** As many as a business account may have: https://developers.facebook.com/docs/whatsapp/business-management-api/message-templates/ */
const templates = 6_000;

const synchronise = async (whole: WholeStack, wabaId: string): Promise<void> => {
  await control(whole, { templates: wordyTemplates(templates).map((one) => ({ ...one, waba_id: wabaId })) });
  await insist(whole, 'refresh-partner-platform-templates', { platform_waba_id: wabaId, force: true });
  await until(
    async () =>
      syncStatus.parse((await whole.query('get-partner-platform-template-sync', { platform_waba_id: wabaId })).body)
        .sync.status,
    (status) => status === 'succeeded',
  );
};

/** https://developers.facebook.com/documentation/business-messaging/whatsapp/webhooks/overview */
const updatesInCallback = 1_000;
const bytesOfUpdate = 2_900;

/** A callback of nearly 3 MB, with as many updates as the platform sends. */
const largestCallback = (wabaId: string): object => {
  const changes = Array.from({ length: updatesInCallback }, (_, at) => ({
    field: 'message_template_quality_update',
    value: { new_quality_score: 'YELLOW', message_template_id: at, message_template_name: 'x'.repeat(bytesOfUpdate) },
  }));
  const entry = { id: wabaId, time: Math.floor(Date.now() / 1_000), changes };
  return { object: 'whatsapp_business_account', entry: [entry] };
};

/** The callbacks of all lines move to the endpoint. */
const moveEndpoint = async (whole: WholeStack): Promise<void> => {
  const { receiver_url: webhook_url, verify_token: platform_verify_token } = whole.partner;
  await insist(whole, 'update-partner-webhook-endpoint', { webhook_url, platform_verify_token });
  await until(
    async () => migrationStatus.parse((await whole.query('get-partner-webhook-migration')).body).migration.status,
    (status) => status === 'completed',
  );
};

const eraseCustomer = async (whole: DescribedStack, customerId: string): Promise<void> => {
  const operator = await openStage('local', whole.stateFile);
  await operator.run('customers erase', { partner_id: whole.partner.partner_id, customer_id: customerId });
  await until(
    async () => customerStatus.safeParse((await whole.query('get-partner-customer', { customer_id: customerId })).body),
    ({ data }) => data?.customer.status === 'erased',
  );
};

const eventsDelivered = (whole: WholeStack, least: number): Promise<number> =>
  until(
    async () =>
      countedEvents.parse((await whole.query('list-partner-webhook-events', { status: 'delivered' })).body).total,
    (total) => total >= least,
  );

const lines = 10;
const reportCalls = 12;

/** The largest batch of each worker, one after another. @param told of each step */
export const sendLargestBatches = async (whole: DescribedStack, told: (step: string) => void): Promise<void> => {
  told(`a customer with ${lines} lines`);
  const customerId = await addCustomer(whole, 'lines', 'Padaria');
  const line = await addConnectedLine(whole, customerId, 'line-0', 'Front desk');
  for (let at = 1; at < lines; at += 1) await addConnectedLine(whole, customerId, `line-${at}`, 'Front desk');
  told(`${rowsInCall} new customers of an import`);
  await importRows(whole, 'Padaria');
  told('an event of each of them');
  await importRows(whole, 'Café');
  await eventsDelivered(whole, rowsInCall);
  told(`${reportCalls * reportsInCall} reports`);
  await report(whole, line.phoneNumberId, reportCalls);
  told(`${templates} templates`);
  await synchronise(whole, line.wabaId);
  told('a callback of 3 MB');
  await control(whole, { callback: largestCallback(line.wabaId) });
  told('long lists');
  for (const route of ['list-partner-customers', 'list-partner-webhook-events', 'search-partner-delivery-events']) {
    await whole.query(route, { page_size: '200' });
  }
  await whole.query('list-partner-platform-templates', { platform_waba_id: line.wabaId, page_size: '200' });
  await fetch(new URL('/openapi.json', whole.stack.description.base_url));
  told('a line read again');
  await insist(whole, 'refresh-partner-instance-platform', { instance_id: line.id });
  told('a moved endpoint');
  await moveEndpoint(whole);
  told('an erasure');
  await eraseCustomer(whole, customerId);
};
