import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { z } from 'zod';
import { addConnectedLine, addCustomer, control } from '../../tools/harness/stack-scene.ts';
import { until, type WholeStack } from '../../tools/harness/whole-stack.ts';
import { choose, confirm, dialogOf } from './acts.ts';
import { openPortal } from './opened.ts';
import { goTo, signIn } from './signed-in.ts';

const opened = openPortal();
let number: string;

/** As many messages as a verdict needs. */
const failures = 20;

const failedReports = (phone_number_id: string): readonly object[] =>
  Array.from({ length: failures }, (_, message) => ({
    phone_number_id,
    message_id: `wamid.clicks-${message}`,
    status: 'failed',
    error_code: 131_042,
    error_title: 'Business eligibility payment issue',
  }));

const endpoint = z.object({ endpoint: z.object({ url: z.string() }) });

/** The endpoint refuses an event for good, which disables it. It would take the next one. */
const killEndpoint = async (whole: WholeStack): Promise<void> => {
  await whole.receiver({ status: 410, method: 'POST' });
  await whole.command('PATCH', 'update-partner-customer', {
    external_customer_id: 'clicks',
    changes: { customer_phone: '+55 11 98888-7777' },
  });
  await until(
    async () => JSON.stringify((await whole.query('get-partner-webhook-endpoint')).body),
    (state) => state.includes('"health":"disabled"') && !state.includes('"undelivered":0'),
  );
  await whole.receiver({ clear: true });
};

/** An event that the endpoint refused for good, before it was stored anew. */
const refuseAnEvent = async (whole: WholeStack): Promise<void> => {
  const { url: webhook_url } = endpoint.parse((await whole.query('get-partner-webhook-endpoint')).body).endpoint;
  await whole.receiver({ status: 410, method: 'POST' });
  await addCustomer(whole, 'clicks', 'Café Cliques Dois');
  await until(
    async () => JSON.stringify((await whole.query('list-partner-webhook-events', { status: 'undelivered' })).body),
    (events) => events.includes('"total":1'),
  );
  await whole.receiver({ clear: true });
  const given = { webhook_url, platform_verify_token: whole.partner.verify_token };
  expect((await whole.command('POST', 'update-partner-webhook-endpoint', given)).status).toBe(202);
};

beforeAll(async () => {
  const { whole } = opened();
  const customer = await addCustomer(whole, 'clicks', 'Café Cliques');
  const line = await addConnectedLine(whole, customer, 'clicks-01', 'Balcão');
  ({ number } = line);
  await whole.command('POST', 'report-partner-message-statuses', { reports: failedReports(line.phoneNumberId) });
  await until(
    async () => JSON.stringify((await whole.query('get-partner-delivery-health', { window_hours: '24' })).body),
    (health) => health.includes(`"failed":${failures}`),
  );
  await control(whole, { token: { expire: true, waba_id: line.wabaId } });
  await whole.command('POST', 'refresh-partner-instance-platform', { instance_id: line.id });
  await whole.command('POST', 'upsert-partner-customer', {
    external_customer_id: 'clicks-caller',
    customer_name: 'Padaria Ligação',
    customer_phone: '+55 11 97777-6666',
  });
  await refuseAnEvent(whole);
});

const place = (page: Page, name: string): Promise<void> =>
  page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name, exact: true }).click();

const press = (page: Page, name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click();

/** Copies what a dialog shows only once, and closes it. */
const copyShownOnce = async (page: Page): Promise<void> => {
  await dialogOf(page).getByText('It is shown only now.').waitFor();
  await dialogOf(page).getByRole('button', { name: 'Copy', exact: true }).click();
  await dialogOf(page).getByRole('button', { name: 'Close' }).last().click();
};

/** What a member does who has signed in, and how many clicks it takes. */
const jobs: Readonly<Record<string, readonly [clicks: number, work: (page: Page) => Promise<void>]>> = {
  'find a customer': [
    2,
    async (page) => {
      await place(page, 'Customers');
      await page.getByLabel('Search customers').fill('cliques');
      await page.getByRole('link', { name: 'Café Cliques Dois' }).click();
      await page.getByRole('heading', { name: 'Café Cliques Dois', level: 1 }).waitFor();
    },
  ],
  'find the customer of a number that calls': [
    1,
    async (page) => {
      await press(page, 'Search');
      await page.getByRole('combobox').fill('00 55 (11) 97777-6666');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Padaria Ligação', level: 1 }).waitFor();
      expect(page.url()).not.toContain('7777');
    },
  ],
  'make a link for a new line of a customer': [
    5,
    async (page) => {
      await page.getByRole('link', { name: 'New line' }).first().click();
      await choose(page, 'Customer Choose a customer', /Café Cliques Dois/);
      await page.getByLabel('Key', { exact: true }).fill('clicks-02');
      await press(page, 'Create the line and its link');
      await press(page, 'Copy the link');
    },
  ],
  'find the line that must be connected again, and make its link': [
    5,
    async (page) => {
      await page.getByRole('link', { name: /^Show: .*connected again/ }).click();
      await page.getByRole('table', { name: 'Lines' }).getByRole('link', { name: number }).click();
      await press(page, 'Reconnect');
      await confirm(page, 'Create the link');
      await press(page, 'Copy the link');
    },
  ],
  'read why the messages of one customer fail': [
    1,
    async (page) => {
      await page.getByText('There is a problem with the payment.').first().waitFor();
      await page.getByRole('link', { name: 'Café Cliques Dois' }).click();
      await page.getByText('The owner must check the payment method at the platform.').first().waitFor();
      await page.getByRole('table', { name: 'Last failures' }).getByRole('row').nth(5).waitFor();
    },
  ],
  'see which messages of one customer fail for a reason': [
    2,
    async (page) => {
      await page.getByRole('link', { name: 'Café Cliques Dois' }).click();
      await page.getByRole('link', { name: `Show ${failures} failures: 131042` }).click();
      await page.getByText('Only the lines of \u2068Café Cliques Dois\u2069').waitFor();
      await page.getByRole('table', { name: 'Delivery events' }).getByRole('row').nth(failures).waitFor();
    },
  ],
  'copy what to say about a message of one customer that failed': [
    3,
    async (page) => {
      await page.getByRole('link', { name: 'Café Cliques Dois' }).click();
      await page.getByRole('link', { name: 'Open the message' }).first().click();
      await page.getByRole('heading', { name: 'What to say to the customer' }).waitFor();
      expect(page.url()).not.toContain('wamid');
      await press(page, 'Copy');
      const said = await page.evaluate<string>('navigator.clipboard.readText()');
      expect(said).toContain('did not arrive. There is a problem with the payment.');
    },
  ],
  'make the link of a customer whose line was lost, and copy it': [
    4,
    async (page) => {
      await page.getByRole('link', { name: 'Café Cliques Dois' }).click();
      await page.getByText('It sends nothing', { exact: true }).waitFor();
      await press(page, 'Reconnect');
      await confirm(page, 'Create the link');
      await press(page, 'Copy the link');
    },
  ],
  'read why messages fail, and see which': [
    2,
    async (page) => {
      await place(page, 'Delivery');
      await page.getByText('There is a problem with the payment.').first().waitFor();
      await page.getByRole('link', { name: `Show ${failures} failures: 131042` }).click();
      await page.getByRole('table', { name: 'Delivery events' }).getByRole('row').nth(failures).waitFor();
    },
  ],
  'repair a dead endpoint, and send again what it missed': [
    2,
    async (page) => {
      await killEndpoint(opened().whole);
      await page.reload();
      await page.getByRole('link', { name: 'Show: The endpoint is disabled' }).click();
      await press(page, 'Check, enable and send again');
      await page.getByText(/^100% of \d+ delivered/).waitFor();
    },
  ],
  'send the undelivered events again': [
    4,
    async (page) => {
      await place(page, 'Webhook');
      await page.getByRole('tab', { name: 'Events' }).click();
      await press(page, 'Send undelivered events again');
      await confirm(page, 'Send again');
      await dialogOf(page).waitFor({ state: 'detached' });
    },
  ],
  'rotate the signing secret, and copy it': [
    5,
    async (page) => {
      await place(page, 'Webhook');
      await press(page, 'Rotate the secret');
      await confirm(page, 'Rotate');
      await copyShownOnce(page);
    },
  ],
  'invite a member': [
    4,
    async (page) => {
      await place(page, 'Team and keys');
      await press(page, 'Invite a member');
      await dialogOf(page).getByLabel('E-mail').fill('clicks@partner-one.example');
      await dialogOf(page).getByRole('radio', { name: 'Developer' }).check();
      await confirm(page, 'Invite');
      await dialogOf(page).waitFor({ state: 'detached' });
    },
  ],
  'issue a key with one scope, and copy it': [
    6,
    async (page) => {
      await place(page, 'Team and keys');
      await press(page, 'Issue a key');
      await dialogOf(page).getByLabel('customers.read').check();
      await confirm(page, 'Issue');
      await copyShownOnce(page);
    },
  ],
  'import customers from a file': [
    3,
    async (page) => {
      await place(page, 'Customers');
      await page.getByRole('link', { name: 'Import customers' }).click();
      const buffer = Buffer.from('external_id,name\nclicks-9,Padaria Nove\n');
      await page.locator('input[type=file]').setInputFiles({ name: 'customers.csv', mimeType: 'text/csv', buffer });
      await press(page, 'Import 1 row');
      await page.getByRole('heading', { name: 'The import has ended', level: 2 }).waitFor();
    },
  ],
  'give the connect page another name': [
    2,
    async (page) => {
      await place(page, 'Connect page');
      await page.getByLabel('Name').fill('Cliques');
      await press(page, 'Save');
      await page.getByText('The connect page was saved').first().waitFor();
    },
  ],
};

/** Counts the clicks of the person in the pages that are opened from now on. @returns reads their number */
const countClicks = async (page: Page): Promise<() => Promise<number>> => {
  // What the pointer presses: an option may be gone before the click on it ends. A press that Playwright takes back, because the page
  // moved, ends at the window.
  const content = `document.addEventListener('pointerdown', () => {
    sessionStorage.setItem('clicks', Number(sessionStorage.getItem('clicks')) + 1);
  }, true);`;
  await page.context().addInitScript({ content });
  return async () => Number(await page.evaluate<string | null>(`sessionStorage.getItem('clicks')`));
};

describe('from the overview', () => {
  test.each(Object.entries(jobs))('%s', async (_, [count, work]) => {
    const { whole, browser } = opened();
    const { page } = await signIn(browser, whole, 'owner');
    const clicks = await countClicks(page);
    await goTo(whole, page, '');
    await work(page);
    expect(await clicks()).toBe(count);
  });
});
