import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser, Route } from 'playwright-core';
import { z } from 'zod';
import { openLink } from '../../demo/end-customer.ts';
import { addConnectedLine, addCustomer } from '../../tools/harness/stack-scene.ts';
import { until, type WholeStack } from '../../tools/harness/whole-stack.ts';
import { picture } from '../browser/chromium.ts';
import { barriersOf } from '../browser/looks.ts';
import { isolated } from '../../portal/src/pieces/isolated.ts';
import { en } from '../../portal/src/texts/en.ts';
import { act, copied, dialogOf } from './acts.ts';
import { openPortal } from './opened.ts';
import { asOwner } from './scene.ts';
import { goTo, signIn } from './signed-in.ts';

const opened = openPortal();
let whole: WholeStack;
let browser: Browser;

beforeAll(() => {
  ({ whole, browser } = opened());
});

const shown = z.object({
  customer: z.object({ customer_name: z.string(), customer_email: z.string(), status: z.string() }),
});
const readCustomer = async (id: string) =>
  shown.parse((await whole.query('get-partner-customer', { customer_id: id })).body).customer;

describe('a customer', () => {
  test('is created once although no answer came', async () => {
    const { page } = await signIn(browser, whole, 'owner', 'customers');
    await page.getByRole('button', { name: 'New customer' }).first().click();
    await dialogOf(page).getByLabel('Name').fill('Bistrô Lua');
    await dialogOf(page).getByLabel('External id').fill('lua');
    const keys = new Set<string>();
    const loseAnswer = async (route: Route): Promise<void> => {
      if (route.request().method() === 'GET') return route.fallback();
      keys.add((await route.request().headerValue('idempotency-key')) ?? '');
      await route.fetch();
      return route.abort();
    };
    await page.route('**/functions/**', loseAnswer);
    await dialogOf(page).getByRole('button', { name: 'Create customer' }).click();
    const finish = dialogOf(page).getByRole('button', { name: 'Check and finish' });
    await finish.waitFor();
    await picture(page, 'portal-unanswered-desktop', false);
    await page.unroute('**/functions/**', loseAnswer);
    const repeated = page.waitForRequest((request) => request.method() === 'POST');
    await finish.click();
    keys.add((await (await repeated).headerValue('idempotency-key')) ?? '');
    await page.getByRole('heading', { name: 'Bistrô Lua', level: 1 }).waitFor();
    expect(keys.size).toBe(1);
    await page.getByText('Customer created').waitFor();
    expect(await page.getByText('Customer created').count()).toBe(1);
  });

  test('that two members edit keeps what each changed, and asks where both did', async () => {
    const id = await addCustomer(whole, 'two', 'Café Dois');
    const { page } = await signIn(browser, whole, 'developer', `customers/${id}`);
    await page.getByRole('button', { name: 'Edit' }).click();
    await dialogOf(page).getByLabel('Name').fill('Café Meu');
    await whole.command('PATCH', 'update-partner-customer', {
      customer_id: id,
      changes: { customer_name: 'Café Deles', customer_email: 'deles@example.com' },
    });
    await dialogOf(page).getByRole('button', { name: 'Save' }).click();
    await dialogOf(page)
      .getByText(`was: ${isolated('Café Dois')}`)
      .waitFor();
    await picture(page, 'portal-conflict-desktop', false);
    expect(await barriersOf(page)).toEqual([]);
    await dialogOf(page)
      .getByLabel(`Keep yours: ${isolated('Café Meu')}`)
      .check();
    await dialogOf(page).getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'Café Meu', level: 1 }).waitFor();
    expect(await readCustomer(id)).toMatchObject({
      customer_name: 'Café Meu',
      customer_email: 'deles@example.com',
    });
  });

  test('is merged and deactivated only after its name was typed', async () => {
    const source = await addCustomer(whole, 'source', 'Padaria Fonte');
    const target = await addCustomer(whole, 'target', 'Padaria Destino');
    const { page } = await signIn(browser, whole, 'owner', `customers/${source}`);
    await act(page, 'Merge into another customer');
    await dialogOf(page).getByRole('button', { name: 'The customer that gets the lines' }).click();
    await page.getByRole('option', { name: /Padaria Destino/ }).click();
    await dialogOf(page).getByText('target@example.com').waitFor();
    const merge = dialogOf(page).getByRole('button', { name: 'Merge', exact: true });
    await dialogOf(page).getByLabel(en.words.typeToConfirm('Padaria Fonte')).fill('Padaria Forte');
    await dialogOf(page).getByText('This is another text.').waitFor();
    expect(await merge.isDisabled()).toBe(true);
    await dialogOf(page).getByLabel(en.words.typeToConfirm('Padaria Fonte')).fill('Padaria Fonte');
    await merge.click();
    await page.getByRole('heading', { name: 'Padaria Destino', level: 1 }).waitFor();
    await act(page, 'Deactivate');
    await dialogOf(page).getByLabel(en.words.typeToConfirm('Padaria Destino')).fill('Padaria Destino');
    await dialogOf(page).getByRole('button', { name: 'Deactivate', exact: true }).click();
    await until(
      () => readCustomer(target),
      ({ status }) => status === 'inactive',
    );
    await page.getByText('Inactive').first().waitFor();
    await goTo(whole, page, `customers/${source}`);
    await page.getByRole('link', { name: 'Open the customer that it was merged into' }).waitFor();
  });
});

describe('a line', () => {
  test('is added with a link to copy and to scan, and watched until it is connected', async () => {
    const id = await addCustomer(whole, 'line', 'Café Linha');
    const { page } = await signIn(browser, whole, 'owner', `lines/new/${id}`);
    await page.getByLabel('Key').fill('linha-01');
    await page.getByRole('button', { name: 'Create the line and its link' }).click();
    await page.getByRole('img', { name: 'The link as a QR code' }).waitFor();
    const link = await copied(page, page, 'Copy the link');
    expect(link).toMatch(/\/connect\//);
    await picture(page, 'portal-connect-link-desktop');
    expect(await barriersOf(page)).toEqual([]);
    await openLink(link);
    await page.getByText('The line is connected').waitFor();
  });

  test('shows its platform token for a minute, and no longer', async () => {
    const id = await addCustomer(whole, 'token', 'Café Token');
    const line = await addConnectedLine(whole, id, 'token-01', 'Token');
    const { page } = await signIn(browser, whole, 'admin', `lines/${line.id}`);
    await act(page, 'Reveal the platform token');
    await page.clock.install();
    await dialogOf(page).getByRole('button', { name: 'Reveal', exact: true }).click();
    const secret = dialogOf(page).locator('.secret');
    await secret.waitFor();
    await page.clock.runFor(61_000);
    await secret.waitFor({ state: 'detached' });
  });
});

describe('the endpoint', () => {
  test('is checked, and a failed check is named', async () => {
    const { page } = await signIn(browser, whole, 'developer', 'webhook');
    await page.getByLabel('Verify token').fill('wrong');
    await page.getByRole('button', { name: 'Check only' }).click();
    await page.getByText('The endpoint did not pass').waitFor();
    await page.getByLabel('Verify token').fill(whole.partner.verify_token);
    await page.getByRole('button', { name: 'Check and save' }).click();
    await page.getByRole('tab', { name: 'Migration', selected: true }).waitFor();
    await page.getByText('Completed').first().waitFor();
  });

  test('shows each event with its attempts, and sends it again', async () => {
    await whole.receiver({ status: 503, times: 1 });
    await addCustomer(whole, 'events', 'Café Eventos');
    await addCustomer(whole, 'events', 'Café Eventos Dois');
    const { page } = await signIn(browser, whole, 'developer', 'webhook/events');
    await until(
      async () => {
        await page.getByRole('button', { name: 'Refresh' }).click();
        return page.getByRole('button', { name: 'Customer changed' }).count();
      },
      (count) => count > 0,
    );
    await page.getByRole('button', { name: 'Customer changed' }).first().click();
    await dialogOf(page)
      .getByRole('img', { name: /Attempts on a time line/ })
      .waitFor();
    await picture(page, 'portal-event-desktop', false);
    expect(await barriersOf(page)).toEqual([]);
    await dialogOf(page).getByRole('button', { name: 'Send again' }).click();
    await dialogOf(page).waitFor({ state: 'detached' });
  });
});

describe('the portal', () => {
  test('says how to go on when no answer comes, and goes on', async () => {
    const { page } = await signIn(browser, whole, 'viewer', 'customers');
    await page.context().setOffline(true);
    await page.getByRole('link', { name: 'Lines', exact: true }).click();
    await page
      .getByText(/No answer came|could not be loaded/)
      .first()
      .waitFor();
    await page.context().setOffline(false);
    await page
      .getByRole('button', { name: /Try again|Load again/ })
      .first()
      .click();
    await page.getByRole('heading', { name: 'Lines', level: 1 }).waitFor();
  });

  test('closes for who was removed from the team', async () => {
    const { page } = await signIn(browser, whole, 'support');
    const members = z
      .object({ items: z.array(z.object({ id: z.string(), role: z.string() })) })
      .parse(await (await asOwner(whole, whole.partner, 'GET', 'list-partner-members')).json());
    const support = members.items.find(({ role }) => role === 'support');
    await asOwner(whole, whole.partner, 'DELETE', 'remove-partner-member', { member_id: support?.id ?? '' });
    await until(
      async () => {
        await page
          .getByRole('link', { name: 'Customers', exact: true })
          .click({ timeout: 2_000 })
          .catch(() => undefined);
        await page
          .getByRole('link', { name: 'Lines', exact: true })
          .click({ timeout: 2_000 })
          .catch(() => undefined);
        return page.locator('body').innerText();
      },
      (text) => /You have no access|session has ended/.test(text),
    );
  });
});
