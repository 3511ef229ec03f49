import { describe, expect, test } from '@jest/globals';
import type { Page, Route } from 'playwright-core';
import { addConnectedLine, addCustomer, addLine, control } from '../../tools/harness/stack-scene.ts';
import { openLink, signUp } from '../../demo/end-customer.ts';
import { picture } from '../browser/chromium.ts';
import { barriersOf } from '../browser/looks.ts';
import { en } from '../../portal/src/texts/en.ts';
import { act, choose, confirm, copied, dialogOf } from './acts.ts';
import { openPortal } from './opened.ts';
import { goTo, signIn } from './signed-in.ts';

const opened = openPortal();

/** Makes a link on the page of a line. */
const makeLink = async (page: Page, button: 'Create a connect link' | 'Reconnect'): Promise<string> => {
  await page.getByRole('button', { name: button, exact: true }).click();
  await confirm(page, 'Create the link');
  await page.getByRole('img', { name: 'The link as a QR code' }).waitFor();
  return copied(page, page, 'Copy the link');
};

/** Answers as the service does when the numbers are used in the business app as well. */
const asCoexisting = async (route: Route): Promise<void> => {
  const response = await route.fetch();
  await route.fulfill({
    response,
    body: (await response.text()).replaceAll('"coexistence":false', '"coexistence":true'),
  });
};

describe('a line', () => {
  test('is created together with its customer', async () => {
    const { whole, browser } = opened();
    const { page } = await signIn(browser, whole, 'owner', 'lines/new');
    await page.getByRole('button', { name: 'New customer' }).click();
    await dialogOf(page).getByLabel('Name', { exact: true }).fill('Café Primeiro');
    await dialogOf(page).getByLabel('External id', { exact: true }).fill('first');
    await confirm(page, 'Create customer');
    await dialogOf(page).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Customer Café Primeiro' }).waitFor();
    expect(await page.getByLabel('Key', { exact: true }).inputValue()).toBe('first-1');
    await page.getByRole('button', { name: 'Create the line and its link' }).click();
    await page.getByRole('img', { name: 'The link as a QR code' }).waitFor();
    await page.getByRole('link', { name: 'Café Primeiro' }).waitFor();
  });

  test('moves to another customer with its number, and the history says why', async () => {
    const { whole, browser } = opened();
    const from = await addCustomer(whole, 'from', 'Café Origem');
    await addCustomer(whole, 'to', 'Café Destino');
    const line = await addConnectedLine(whole, from, 'move-01', 'Balcão');
    await control(whole, { number: { id: line.phoneNumberId, username: 'cafe.origem' } });
    await whole.command('POST', 'refresh-partner-instance-platform', { instance_id: line.id });
    const { page } = await signIn(browser, whole, 'developer', `lines/${line.id}`);
    await page.getByRole('link', { name: 'Café Origem' }).waitFor();
    await page.getByText('cafe.origem', { exact: true }).waitFor();
    await act(page, 'Move to another customer');
    expect(await dialogOf(page).getByRole('button', { name: 'Move', exact: true }).isDisabled()).toBe(true);
    await choose(page, 'The customer that gets the line', /Café Destino/, dialogOf(page));
    await dialogOf(page).getByLabel('Reason').fill('The café was sold');
    await confirm(page, 'Move');
    await page.getByRole('link', { name: 'Café Destino' }).click();
    await page.getByRole('heading', { name: 'Café Destino', level: 1 }).waitFor();
    await page.getByRole('table', { name: 'Lines' }).getByRole('link', { name: line.number }).waitFor();
    await page.getByRole('button', { name: 'Changes' }).click();
    const moved = page.getByRole('table', { name: 'History' }).getByRole('row', { name: /Line moved/ });
    await moved.getByText('The café was sold').waitFor();
    await goTo(whole, page, `customers/${from}`);
    await page.getByText('This customer has no lines yet').waitFor();
  });

  test('is deactivated after its key was typed, and is connected anew', async () => {
    const { whole, browser } = opened();
    const customer = await addCustomer(whole, 'ended', 'Café Fim');
    const line = await addConnectedLine(whole, customer, 'end-01', 'Fim');
    const { page } = await signIn(browser, whole, 'owner', `lines/${line.id}`);
    await act(page, 'Deactivate');
    const deactivate = dialogOf(page).getByRole('button', { name: 'Deactivate', exact: true });
    expect(await deactivate.isDisabled()).toBe(true);
    await dialogOf(page).getByLabel(en.words.typeToConfirm('end-01')).fill('end-01');
    await deactivate.click();
    await page.getByText('This line is inactive').waitFor();
    await page.getByText('Free again').waitFor();
    await openLink(await makeLink(page, 'Create a connect link'));
    await page.getByText('The line is connected').waitFor();
    await page.getByText('Taken').waitFor();
  });

  test('says what its connection waits for', async () => {
    const { whole, browser } = opened();
    await addCustomer(whole, 'waits', 'Café Espera');
    const { page } = await signIn(browser, whole, 'owner', 'lines/new');
    await page.getByLabel('Key', { exact: true }).fill('waits-01');
    await choose(page, 'Customer Choose a customer', /Café Espera/);
    await page.getByRole('button', { name: 'Create the line and its link' }).click();
    const link = await copied(page, page, 'Copy the link');
    const body = { error: { code: 80007, message: 'There have been too many calls' } };
    await control(whole, { fault: { method: 'POST', times: 1, status: 400, body } });
    await signUp(link);
    await page.getByText('The platform takes no more calls for now.').waitFor();
    await picture(page, 'portal-line-waits');
    expect(await barriersOf(page)).toEqual([]);
  });

  test('of a customer who is active again is still inactive', async () => {
    const { whole, browser } = opened();
    const customer = await addCustomer(whole, 'again', 'Café Volta');
    const line = await addConnectedLine(whole, customer, 'again-01', 'Volta');
    await whole.command('POST', 'deactivate-partner-customer', { partner_customer_id: customer });
    const { page } = await signIn(browser, whole, 'admin', `customers/${customer}`);
    await act(page, 'Reactivate');
    await confirm(page, 'Reactivate');
    await page.getByRole('link', { name: 'Add a line' }).waitFor();
    const row = page.getByRole('table', { name: 'Lines' }).getByRole('row', { name: line.number });
    expect(await row.innerText()).toContain('Inactive');
    await page.getByRole('button', { name: 'Changes' }).click();
    await page.getByRole('table', { name: 'History' }).getByText('Reactivated').waitFor();
  });

  test('says what the business app means for a number that is used there as well', async () => {
    const { whole, browser } = opened();
    const customer = await addCustomer(whole, 'app', 'Café do App');
    const line = await addConnectedLine(whole, customer, 'app-01', 'App');
    const { page } = await signIn(browser, whole, 'developer', `customers/${customer}`);
    const lines = page.getByRole('table', { name: 'Lines' });
    await lines.getByRole('link', { name: line.number }).waitFor();
    expect(await lines.innerText()).not.toContain('Business app');
    await page.route('**/functions/**', asCoexisting);
    await goTo(whole, page, `customers/${customer}`);
    await lines.getByText('Business app').waitFor();
    await lines.getByRole('link', { name: line.number }).click();
    await page.getByRole('navigation', { name: 'Where this page is' }).getByRole('link', { name: 'Lines' }).waitFor();
    await page.getByText('The customer also uses this number in the WhatsApp Business app').waitFor();
    await picture(page, 'portal-line-coexistence');
    expect(await barriersOf(page)).toEqual([]);
    await act(page, 'Deactivate');
    await dialogOf(page).getByText('The number stays in the business app.').waitFor();
  });

  test('says why the platform blocks it, and so do the lists and its customer', async () => {
    const { whole, browser } = opened();
    const customer = await addCustomer(whole, 'unpaid', 'Café Sem Cartão');
    const line = await addConnectedLine(whole, customer, 'unpaid-01', 'Sem cartão');
    const { page } = await signIn(browser, whole, 'developer', `lines/${line.id}`);
    const health_errors = [
      {
        error_code: 141_006,
        error_description: 'There is an error with the payment method.',
        possible_solution: 'Please add a new payment method to the account.',
      },
      {
        entity_type: 'BUSINESS',
        can_send_message: 'LIMITED',
        error_code: 999_999,
        error_description: 'Something that is new.',
        possible_solution: 'Something else.',
      },
    ];
    await control(whole, {
      waba: { id: line.wabaId, health_errors },
      number: { id: line.phoneNumberId, status: 'FLAGGED' },
    });
    await act(page, 'Refresh from the platform');
    await page.getByText('No valid payment method', { exact: true }).waitFor();
    await page.getByText('Something that is new. Something else.').waitFor();
    await page.getByText('The phone number is FLAGGED.').waitFor();
    await picture(page, 'portal-line-blocked');
    expect(await barriersOf(page)).toEqual([]);
    await goTo(whole, page, `customers/${customer}`);
    await page.getByRole('table', { name: 'Lines' }).getByText('No valid payment method', { exact: true }).waitFor();
    await page.getByText(`\u2068${line.number}\u2069: No valid payment method`).waitFor();
    await page.getByText('It sends nothing', { exact: true }).waitFor();
    await picture(page, 'portal-customer-blocked');
  });

  test('whose token ended asks to be reconnected, and comes back with its number', async () => {
    const { whole, browser } = opened();
    const customer = await addCustomer(whole, 'lost', 'Café Perdido');
    const line = await addConnectedLine(whole, customer, 'lost-01', 'Perdido');
    const { page } = await signIn(browser, whole, 'developer', `lines/${line.id}`);
    await control(whole, { token: { expire: true, waba_id: line.wabaId } });
    await act(page, 'Refresh from the platform');
    await page.getByText('This line must be connected again').waitFor();
    await goTo(whole, page, '');
    await page.getByRole('link', { name: /^Show: .*connected again/ }).click();
    expect(new URL(page.url()).searchParams.get('status')).toBe('reconnect_required');
    await page.reload();
    await page.getByRole('table', { name: 'Lines' }).getByRole('link', { name: line.number }).click();
    await page.getByText('This line must be connected again').waitFor();
    await openLink(await makeLink(page, 'Reconnect'), line.phoneNumberId);
    await page.getByText('The line is connected').waitFor();
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe(line.number);
    await page.getByText('This line must be connected again').waitFor({ state: 'detached' });
  });

  test('has words to send with its link, the partner’s own and in the customer’s language, and so have all who wait', async () => {
    const { whole, browser } = opened();
    const [one, other] = [await addCustomer(whole, 'wait-1', 'Café Lento'), await addCustomer(whole, 'wait-2', 'مخبز')];
    const line = await addLine(whole, one, 'wait-01', 'Balcão');
    await addLine(whole, other, 'wait-02', 'Balcão');
    const { page, troubles } = await signIn(browser, whole, 'developer', `lines/${line.id}`);
    const url = await makeLink(page, 'Create a connect link');
    await choose(page, 'Language of the customer', 'Português');
    const email = await copied(page, page, 'Copy the text');
    expect(email).toContain('Olá, Café Lento!');
    expect(email).toContain(url);
    await choose(page, 'Send by', 'WhatsApp');
    await page.getByRole('button', { name: 'Change the words' }).click();
    await page.getByLabel('Text', { exact: true }).fill('Oi {customer}, é {link}');
    expect(await copied(page, page, 'Copy the text')).toBe(`Oi Café Lento, é ${url}`);
    expect(await barriersOf(page)).toEqual([]);
    await page.getByRole('link', { name: 'Lines', exact: true }).first().click();
    await page.getByRole('link', { name: 'Remind all who wait' }).click();
    await page.getByRole('button', { name: /^Write \d+ reminders$/ }).click();
    await page.getByRole('button', { name: 'Copy all' }).waitFor();
    const all = await copied(page, page, 'Copy all');
    // The link that was made here stays, and the other line gets one.
    expect(all).toContain(`Café Lento\n+55 11 91234-5678\n\nOi Café Lento, é ${url}`);
    expect(all).toMatch(/Oi مخبز, é http/);
    expect(await barriersOf(page)).toEqual([]);
    await goTo(whole, page, `customers/${one}`);
    await page.getByText('Waiting to be connected').first().waitFor();
    const { page: viewed } = await signIn(browser, whole, 'viewer', 'lines/reminders');
    await viewed.getByRole('link', { name: 'Café Lento' }).waitFor();
    expect(await viewed.getByRole('button', { name: /^Write/ }).count()).toBe(0);
    expect(troubles).toEqual([]);
  });
});
