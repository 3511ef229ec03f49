import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { copiedBy } from '../browser/clipboard.ts';
import { addConnectedLine, addCustomer } from '../../tools/harness/stack-scene.ts';
import { until } from '../../tools/harness/whole-stack.ts';
import { messageId } from './real-data.ts';
import { openPortal } from './opened.ts';
import { signIn } from './signed-in.ts';

const opened = openPortal();

/** More than the pages have places to go to. */
const mostPlaces = 80;

/** What a screen reader says of the element with the focus, roughly: its label, its description or its text. */
const focused = (page: Page): Promise<string> =>
  page.evaluate<string>(`(() => {
    const at = document.activeElement;
    const labels = [...(at.labels ?? [])].map((label) => label.textContent);
    return at.getAttribute('aria-label') ?? (labels.length > 0 ? labels.join(' ') : at.textContent).trim();
  })()`);

/** Presses the tabulator until a place of this name has the focus. */
const tabTo = async (page: Page, name: string | RegExp): Promise<void> => {
  for (let place = 0; place < mostPlaces; place += 1) {
    await page.keyboard.press('Tab');
    const said = await focused(page);
    if (typeof name === 'string' ? said === name : name.test(said)) return;
  }
  throw new Error(`the tabulator does not come to ${String(name)}`);
};

const press = async (page: Page, name: string | RegExp): Promise<void> => {
  await tabTo(page, name);
  await page.keyboard.press('Enter');
};

const write = async (page: Page, label: RegExp, text: string): Promise<void> => {
  await tabTo(page, label);
  await page.keyboard.type(text);
};

test('a customer is created, gets a line with its link, and is deactivated with the keyboard alone', async () => {
  const { whole, browser } = opened();
  const { page } = await signIn(browser, whole, 'owner');
  await press(page, 'Customers');
  await page.getByRole('heading', { name: 'Customers', level: 1 }).waitFor();
  await press(page, 'New customer');
  await page.getByRole('dialog').waitFor();
  await write(page, /^Name/, 'Café Teclado');
  await write(page, /^External id/, 'keyboard');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Café Teclado', level: 1 }).waitFor();
  await press(page, 'Add a line');
  await page.getByRole('heading', { name: 'New line', level: 1 }).waitFor();
  await write(page, /^Key/, 'keyboard-01');
  await page.keyboard.press('Enter');
  await page.getByRole('img', { name: 'The link as a QR code' }).waitFor();
  expect(await copiedBy(page, () => press(page, 'Copy the link'))).toMatch(/\/connect\//);
  await press(page, 'Café Teclado');
  await page.getByRole('heading', { name: 'Café Teclado', level: 1 }).waitFor();
  await press(page, 'Actions');
  // The menu opens at its first item.
  await page.getByRole('menuitem', { name: 'Deactivate' }).waitFor();
  for (let item = 0; (await focused(page)) !== 'Deactivate'; item += 1) {
    if (item > mostPlaces) throw new Error('the arrow does not come to Deactivate');
    await page.keyboard.press('ArrowDown');
  }
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor();
  await write(page, /^Type .Café Teclado. to confirm/, 'Café Teclado');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByText('Inactive').first().waitFor();
});

/** Types a term into the search of any page, and opens what is found first, or after so many arrows. */
const find = async (page: Page, term: string, arrows = 0): Promise<void> => {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill(term);
  await page.getByRole('option').nth(arrows).waitFor();
  for (let arrow = 0; arrow < arrows; arrow += 1) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
};

test('what has a number, a name or an id is found on any page and opened, by who may read it', async () => {
  const { whole, browser } = opened();
  const customer = await addCustomer(whole, 'finder', 'Café Procurado');
  const line = await addConnectedLine(whole, customer, 'finder-01', 'Balcão');
  const report = { phone_number_id: line.phoneNumberId, message_id: messageId(1), status: 'delivered' };
  await whole.command('POST', 'report-partner-message-statuses', { reports: [report] });
  await until(
    async () =>
      JSON.stringify((await whole.query('search-partner-delivery-events', { message_id: messageId(1) })).body),
    (found) => found.includes('"total":1'),
  );
  const { page } = await signIn(browser, whole, 'owner');
  await find(page, line.number);
  await page.getByRole('heading', { name: line.number, level: 1 }).waitFor();
  // The customer comes before its line.
  await find(page, 'finder', 1);
  await page.getByRole('heading', { name: line.number, level: 1 }).waitFor();
  await find(page, customer);
  await page.getByRole('heading', { name: 'Café Procurado', level: 1 }).waitFor();
  await find(page, line.wabaId);
  await page.getByRole('heading', { name: line.number, level: 1 }).waitFor();
  await find(page, messageId(1));
  await page.getByText(messageId(1).slice(-12)).waitFor();
  await find(page, whole.partner.api_key);
  await page.getByRole('heading', { name: 'Team and keys', level: 1 }).waitFor();
  expect(page.url()).not.toContain('partner_');
  await find(page, 'webh');
  await page.getByRole('heading', { name: 'Webhook', level: 1 }).waitFor();
  await page.keyboard.press('Control+k');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  const { page: viewed } = await signIn(browser, whole, 'viewer');
  const routes: string[] = [];
  viewed.on('request', (request) => routes.push(new URL(request.url()).searchParams.get('route') ?? ''));
  await viewed.keyboard.press('Control+k');
  await viewed.getByRole('combobox').fill(line.id);
  await viewed.getByRole('option', { name: line.number }).waitFor();
  expect(routes.filter((route) => /event|audit|key/.test(route))).toEqual([]);
  await viewed.getByRole('combobox').fill('webh');
  await viewed.getByText('Nothing matches').waitFor();
});
