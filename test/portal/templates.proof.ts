import { expect, test } from '@jest/globals';
import type { Route } from 'playwright-core';
import { addConnectedLine, addCustomer, control } from '../../tools/harness/stack-scene.ts';
import { until } from '../../tools/harness/whole-stack.ts';
import { barriersOf } from '../browser/looks.ts';
import { isolated, joined } from '../../portal/src/pieces/isolated.ts';
import { choose, dialogOf, waitForRows } from './acts.ts';
import { openPortal } from './opened.ts';
import { longTemplateName } from './real-data.ts';
import { goTo, signIn } from './signed-in.ts';

const opened = openPortal();

/** Answers as the service does to a second reading within a minute, when that much time has gone by or not. */
const refuse = (route: Route): Promise<void> => {
  if (route.request().method() !== 'POST') return route.continue();
  const error = { code: 'rate_limited', message: 'The templates were read less than a minute ago' };
  return route.fulfill({ status: 429, headers: { 'retry-after': '61' }, json: { success: false, error } });
};

const bodyOf = (text: string): readonly object[] => [{ type: 'BODY', text }];

test('templates are read from the platform, filtered, looked at as on a phone, and read again', async () => {
  const { whole, browser } = opened();
  const customer = await addCustomer(whole, 'templates', 'Café Modelo');
  const { wabaId } = await addConnectedLine(whole, customer, 'templates-01', 'Modelo');
  const ready = { waba_id: wabaId, name: 'order_ready', language: 'en', category: 'UTILITY' };
  const sale = { waba_id: wabaId, name: 'spring_sale', language: 'pt_BR', category: 'MARKETING' };
  await control(whole, {
    templates: [
      {
        ...ready,
        id: '9101',
        status: 'APPROVED',
        message_send_ttl_seconds: -1,
        previous_category: 'MARKETING',
        components: bodyOf('Your order {{1}} is ready.'),
      },
      {
        ...sale,
        id: '9102',
        status: 'REJECTED',
        rejected_reason: 'INCORRECT_CATEGORY',
        components: bodyOf('Só hoje!'),
      },
    ],
  });
  const { page } = await signIn(browser, whole, 'developer', 'templates');
  const read = page.getByRole('button', { name: 'Read from the platform' });
  const table = page.getByRole('table', { name: 'Templates' });
  await page.getByText('Up to date').or(page.getByText('Not read yet')).waitFor();
  await read.click();
  await page.getByText('Up to date').waitFor();
  await table.getByRole('button', { name: 'order_ready' }).waitFor();
  await table.getByRole('button', { name: 'order_ready' }).click();
  for (const said of ['30 days', 'Marketing', 'Numbered'])
    await dialogOf(page).getByText(said, { exact: true }).waitFor();
  await dialogOf(page).getByRole('button', { name: 'Close' }).last().click();
  await choose(page, 'Status', 'Rejected');
  await table.getByRole('button', { name: 'order_ready' }).waitFor({ state: 'detached' });
  await table.getByRole('button', { name: 'spring_sale' }).click();
  await dialogOf(page).getByText('The category does not fit the content. Choose another category.').waitFor();
  expect(await dialogOf(page).getByRole('figure').innerText()).toContain('Só hoje!');
  await dialogOf(page).getByRole('button', { name: 'Close' }).last().click();
  await control(whole, { template: { ...sale, id: '9102', status: 'APPROVED', components: bodyOf('Só hoje!') } });
  await page.route('**/functions/**', refuse);
  await read.click();
  await page.getByText(/^You can try again in \d+ seconds\.$/).waitFor();
  await page.unroute('**/functions/**', refuse);
  const again = page.getByRole('button', { name: 'Try again' });
  expect(await again.isDisabled()).toBe(true);
  // Playwright waits until it is enabled.
  await again.click();
  await page.getByText('0 new, 1 changed, 0 removed').waitFor();
  await choose(page, 'Status', 'Approved');
  await table.getByRole('button', { name: 'spring_sale' }).waitFor();
  await goTo(whole, page, 'templates');
  await page.getByText('Up to date').waitFor();
});

test('templates of all accounts are one list by their names, with where each cannot be sent, why, and its languages', async () => {
  const { whole, browser } = opened();
  const customer = await addCustomer(whole, 'templates-two', 'Padaria Dois');
  const { wabaId, number } = await addConnectedLine(whole, customer, 'templates-02', 'Dois');
  const text = '*Soon*, {{1}}';
  const shared = { waba_id: wabaId, category: 'UTILITY', components: bodyOf('Your order {{1}} is ready.') };
  await control(whole, {
    templates: [
      { ...shared, id: '9202', name: 'order_ready', language: 'en', status: 'APPROVED' },
      { ...shared, id: '9203', name: 'order_ready', language: 'pt_BR', status: 'REJECTED', rejected_reason: 'SCAM' },
      {
        ...shared,
        id: '9201',
        name: longTemplateName,
        language: 'ar',
        status: 'DISABLED',
        components: [{ type: 'BODY', text, example: { body_text: [['Ana']] } }],
      },
    ],
  });
  await whole.command('POST', 'refresh-partner-platform-templates', { platform_waba_id: wabaId, force: true });
  await until(
    async () => JSON.stringify((await whole.query('list-partner-template-names', {})).body),
    (names) => names.includes('SCAM') && names.includes('DISABLED'),
  );
  const { page, troubles } = await signIn(browser, whole, 'viewer', 'templates');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).searchParams.get('route') ?? ''));
  const table = page.getByRole('table', { name: 'Templates' });
  const ready = table.getByRole('row').filter({ hasText: 'order_ready' });
  await ready.getByText('Rejected in 1 of 2 accounts').waitFor();
  await ready.getByText('The platform judges the content as a scam.').waitFor();
  await choose(page, 'Status', 'Need attention');
  await table.getByRole('link', { name: 'spring_sale' }).waitFor({ state: 'detached' });
  // All names are one answer, whatever the number of accounts.
  expect(asked).not.toContain('list-partner-platform-templates');
  await ready.getByRole('link', { name: 'order_ready' }).click();
  await page.getByRole('heading', { name: 'order_ready', level: 1 }).waitFor();
  for (const language of ['en', 'pt_BR']) await page.getByRole('heading', { name: language, exact: true }).waitFor();
  await page.getByText('Approved in all 2 accounts').last().waitFor();
  await page.getByRole('figure').nth(1).waitFor();
  expect(await page.getByRole('figure').count()).toBe(2);
  const places = page.getByRole('table', { name: 'Business accounts' });
  await waitForRows(places, 3);
  await places
    .getByRole('row')
    .nth(1)
    .getByText(joined([isolated('Padaria Dois'), isolated(number)]))
    .waitFor();
  expect(await places.getByRole('row').nth(1).innerText()).toContain('Rejected');
  expect(await barriersOf(page)).toEqual([]);
  await places.getByRole('row').nth(1).getByRole('link').click();
  await page.getByRole('heading', { name: 'Last synchronisation' }).waitFor();
  expect(new URL(page.url()).searchParams.get('account')).toBe(wabaId);
  await waitForRows(table, 3);
  await table.getByRole('button', { name: 'confirmacao' }).first().click();
  const preview = dialogOf(page).getByRole('figure');
  expect(await preview.locator('strong').innerText()).toBe('Soon');
  expect(await preview.innerText()).toContain('Soon, Ana');
  expect(await barriersOf(page)).toEqual([]);
  await dialogOf(page).getByRole('button', { name: 'Close' }).last().click();
  await goTo(whole, page, '');
  await page.getByRole('link', { name: /^Show: Templates of \d+ business accounts? needs? attention/ }).click();
  await table.getByRole('link', { name: 'order_ready' }).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('r_ready');
  await page.getByRole('option', { name: 'order_ready' }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'order_ready', level: 1 }).waitFor();
  expect(troubles).toEqual([]);
});
