import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { addCustomer, addLine } from '../../tools/harness/stack-scene.ts';
import { until } from '../../tools/harness/whole-stack.ts';
import { picture } from '../browser/chromium.ts';
import { barriersOf, looks, widthOf } from '../browser/looks.ts';
import { dialogOf } from './acts.ts';
import { openPortal } from './opened.ts';
import { signIn } from './signed-in.ts';

const opened = openPortal();
const formula = '=HYPERLINK("https://evil.test")';

beforeAll(async () => {
  const { whole } = opened();
  const names = ['Padaria 10', 'Padaria 9', formula];
  for (const [at, name] of names.entries()) {
    const customerId = await addCustomer(whole, `C-${at}`, name);
    await addLine(whole, customerId, `line-${at}`, `Line ${at}`);
    await addCustomer(whole, `C-${at}`, `${name}!`);
  }
  await until(
    () => whole.query('list-partner-webhook-events', { status: 'delivered' }),
    ({ body }) => JSON.stringify(body).split('customer.updated').length > names.length,
  );
});

const tableOf = (page: Page, name: string): Locator => page.getByRole('table', { name });
const namesIn = (page: Page): Promise<readonly string[]> =>
  tableOf(page, 'Customers').locator('tbody tr td:first-child, tbody tr th:first-child').allInnerTexts();
const inOrder = ['Padaria 10!', 'Padaria 9!', `${formula}!`];

describe('a list', () => {
  test('has its order in the address, which shows it to another member and after the way back', async () => {
    const { whole, browser } = opened();
    const { page } = await signIn(browser, whole, 'owner', 'customers');
    await tableOf(page, 'Customers').getByRole('button', { name: 'Name' }).click();
    await tableOf(page, 'Customers').getByRole('button', { name: 'Name' }).click();
    await page.waitForURL(/\?sort=-name$/);
    await page.getByRole('link', { name: 'Padaria 9!' }).waitFor();
    expect(await namesIn(page)).toEqual(inOrder);
    await page.getByRole('link', { name: 'Padaria 9!' }).click();
    await page.getByRole('heading', { name: 'Padaria 9!', level: 1 }).waitFor();
    await page.goBack();
    await tableOf(page, 'Customers').getByRole('link', { name: 'Padaria 9!' }).waitFor();
    expect(await namesIn(page)).toEqual(inOrder);
    const { page: other } = await signIn(browser, whole, 'viewer', 'customers?sort=-name');
    await tableOf(other, 'Customers').getByRole('link', { name: 'Padaria 9!' }).waitFor();
    expect(await namesIn(other)).toEqual(inOrder);
  });

  test('is a file of what it shows, in which no name is a formula', async () => {
    const { whole, browser } = opened();
    const { page, troubles } = await signIn(browser, whole, 'viewer', 'customers?sort=name');
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download as a file: Customers' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe('Customers.csv');
    const rows = (await readFile(await file.path(), 'utf8')).split('\r\n');
    expect(rows[0]).toBe('\ufeffName,External id,Status,Lines,Last changed');
    expect(rows[1]).toMatch(/^"'=HYPERLINK\(""https:\/\/evil\.test""\)!",C-2,Active,1,\d{4}-/);
    expect(rows).toHaveLength(5);
    expect(troubles).toEqual([]);
  });

  test('is printed whole, without what is for the screen', async () => {
    const { whole, browser } = opened();
    const look = { viewport: { width: 794, height: 1123 } };
    const { page } = await signIn(browser, whole, 'owner', 'webhook/events', look);
    await tableOf(page, 'Events').getByRole('button', { name: 'Customer changed' }).first().waitFor();
    await page.emulateMedia({ media: 'print' });
    await picture(page, 'portal-print');
    expect(await page.getByRole('navigation', { name: 'Pages' }).isVisible()).toBe(false);
    const cut = await page.evaluate<number>(`Array.from(document.querySelectorAll('main table')).filter((table) =>
      table.getBoundingClientRect().right > innerWidth + 1 || table.scrollWidth > table.clientWidth + 1).length`);
    expect(cut).toBe(0);
    expect(await widthOf(page)).toBe(look.viewport.width);
  });
});

const choose = async (page: Page, name: RegExp, count: number): Promise<void> => {
  const boxes = page.getByRole('checkbox', { name });
  await boxes.first().waitFor();
  for (let at = 0; at < count; at += 1) await boxes.nth(at).check({ force: true });
};

describe('rows that are chosen', () => {
  test.each(looks)('are events that are sent again, each with its result: %s', async (look, given) => {
    const { whole, browser } = opened();
    const { page, troubles } = await signIn(browser, whole, 'developer', 'webhook/events', given);
    await choose(page, /Choose .*Customer changed/, 2);
    expect(await barriersOf(page)).toEqual([]);
    expect(await widthOf(page)).toBe(given.viewport.width);
    await picture(page, `portal-chosen-${look}`);
    const before = (await whole.received()).length;
    await page.getByRole('button', { name: 'Send 2 chosen events again' }).click();
    await dialogOf(page).getByRole('button', { name: 'Send again' }).click();
    await dialogOf(page).getByText('2 of 2 done').first().waitFor();
    await picture(page, `portal-bulk-${look}`, false);
    expect(await barriersOf(page)).toEqual([]);
    await until(
      async () => (await whole.received()).length,
      (count) => count >= before + 2,
    );
    expect(troubles).toEqual([]);
  });

  test('are lines, of which the reminders are written for those that wait', async () => {
    const { whole, browser } = opened();
    const { page, troubles } = await signIn(browser, whole, 'developer', 'lines');
    await choose(page, /Choose .*line-[12]/, 2);
    await page.getByRole('button', { name: 'Make links for 2 chosen lines' }).click();
    await page.getByText('Only 2 chosen lines.').waitFor();
    await page.reload();
    await page.getByRole('button', { name: /^Write/ }).click();
    await page.getByRole('heading', { name: 'Reminders (2)' }).waitFor();
    expect(troubles.filter((text) => !text.includes('beforeunload'))).toEqual([]);
  });
});
