import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { z } from 'zod';
import { until, type WholeStack } from '../../tools/harness/whole-stack.ts';
import { phone, picture } from '../browser/chromium.ts';
import { barriersOf, looks } from '../browser/looks.ts';
import { choose } from './acts.ts';
import { openPortal } from './opened.ts';
import { setScene, type Scene } from './scene.ts';
import { goTo, signIn } from './signed-in.ts';

const opened = openPortal();
let whole: WholeStack;
let browser: Browser;
let scene: Scene;

beforeAll(async () => {
  ({ whole, browser } = opened());
  scene = await setScene(whole, Date.now());
});

const searchOf = (page: Page): string => new URL(page.url()).search;

describe('a filter', () => {
  test('is in the address, which shows the same view to another member, and after signing in', async () => {
    const { page } = await signIn(browser, whole, 'owner', 'customers');
    await page.getByLabel('Search customers').fill('Padaria');
    await choose(page, 'Status', 'Inactive');
    await page.getByText('Nothing matches').waitFor();
    expect(searchOf(page)).toBe('?status=inactive');
    const { page: other } = await signIn(browser, whole, 'viewer', 'customers?status=inactive');
    await other.getByRole('button', { name: 'Status Inactive' }).waitFor();
    expect(searchOf(other)).toBe('?status=inactive');
    await choose(other, 'Status', 'Any');
    await other
      .getByRole('link', { name: /^Padaria/ })
      .first()
      .waitFor();
    expect(searchOf(other)).toBe('');
  });

  test('of a list of events is kept while the portal is open', async () => {
    const { page } = await signIn(browser, whole, 'developer', 'webhook/events?status=undelivered');
    await page.getByRole('button', { name: 'Status Not delivered' }).waitFor();
    await page.getByRole('link', { name: 'Usage', exact: true }).click();
    await page.getByRole('heading', { name: 'Usage', level: 1 }).waitFor();
    await page.evaluate(`history.pushState(null, '', '/portal/webhook/events')`);
    await page.evaluate(`dispatchEvent(new PopStateEvent('popstate'))`);
    await page.getByRole('button', { name: 'Status Not delivered' }).waitFor();
    expect(searchOf(page)).toBe('?status=undelivered');
  });
});

describe('the page of a list', () => {
  test('is in the address, is the first after another choice, and is found again by the way back', async () => {
    const { page } = await signIn(browser, whole, 'owner', 'customers');
    const second = page.getByRole('button', { name: /^Page 2/ });
    await second.click();
    await page.getByRole('link', { name: 'Café Aurora' }).click();
    await page.getByRole('heading', { name: 'Café Aurora', level: 1 }).waitFor();
    await page.goBack();
    await page.getByRole('link', { name: 'Café Aurora' }).waitFor();
    expect(searchOf(page)).toBe('?page=2');
    await choose(page, 'Status', 'Active');
    await page.getByText('Padaria 26', { exact: true }).waitFor();
    expect(searchOf(page)).toBe('?status=active');
    await page.goBack();
    await page.getByRole('button', { name: 'Status Any' }).waitFor();
    expect(searchOf(page)).toBe('');
  });

  test('is left again by the way back, is shown to another member, and is the last one instead of one past it', async () => {
    const { page } = await signIn(browser, whole, 'owner', 'customers?page=99');
    await page.getByRole('link', { name: 'Café Aurora' }).waitFor();
    expect(searchOf(page)).toBe('?page=2');
    await page.getByRole('button', { name: /^Page 1/ }).click();
    await page.getByText('Padaria 26', { exact: true }).waitFor();
    expect(searchOf(page)).toBe('');
    await page.goBack();
    await page.getByRole('link', { name: 'Café Aurora' }).waitFor();
    expect(searchOf(page)).toBe('?page=2');
  });
});

describe('a page', () => {
  test('begins at its top, and says which page it is below', async () => {
    const { page } = await signIn(browser, whole, 'owner', 'customers', { viewport: phone });
    await page
      .getByRole('link', { name: /^Padaria/ })
      .last()
      .scrollIntoViewIfNeeded();
    expect(await page.evaluate<number>('scrollY')).toBeGreaterThan(500);
    await page
      .getByRole('link', { name: /^Padaria/ })
      .last()
      .click();
    await page.getByRole('heading', { name: /^Padaria/, level: 1 }).waitFor();
    expect(await page.evaluate<number>('scrollY')).toBe(0);
    await page.getByRole('navigation', { name: 'Where this page is' }).getByRole('link', { name: 'Customers' }).click();
    await page.getByRole('heading', { name: 'Customers', level: 1 }).waitFor();
  });

  test('keeps its facts when they cannot be read again, and says of when they are', async () => {
    const { page } = await signIn(browser, whole, 'owner', `customers/${scene.customerId}`);
    await page.getByText('Customer created').waitFor();
    await page.route('**/functions/**', (route) => route.abort());
    // What somebody comes back to is read again when it is not new.
    await page.clock.install();
    await page.clock.runFor(10_000);
    await page.evaluate(`dispatchEvent(new Event('visibilitychange'))`);
    await until(
      async () => {
        await page.clock.runFor(5_000);
        return page.getByText(/What is shown here is as of/).count();
      },
      (count) => count > 0,
    );
    await page.getByRole('heading', { name: 'Café Aurora' }).waitFor();
    await picture(page, 'portal-older-facts-desktop', false);
    expect(await barriersOf(page)).toEqual([]);
  });

  test('that the role may not see leads to who manages the team', async () => {
    const { page } = await signIn(browser, whole, 'viewer', 'webhook');
    await page.getByRole('main').getByRole('link', { name: 'Team', exact: true }).first().click();
    await page.getByRole('heading', { name: 'Team', level: 1 }).waitFor();
  });

  test('that says what needs the member says first how many things do', async () => {
    const { page } = await signIn(browser, whole, 'owner');
    await page.getByRole('heading', { name: /^Nothing is down\. /, level: 2 }).waitFor();
    await picture(page, 'portal-overview-sentence-desktop', false);
  });
});

describe('what is opened on a page', () => {
  test.each(looks)('hides nothing from anybody: %s', async (name, look) => {
    const { page } = await signIn(browser, whole, 'owner', 'customers', look);
    await page.getByRole('button', { name: /Account$/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).waitFor();
    await picture(page, `portal-account-menu-${name}`, false);
    expect(['the menu of the account', await barriersOf(page)]).toEqual(['the menu of the account', []]);
    await page.keyboard.press('Escape');
    await page
      .locator('[aria-haspopup]')
      .and(page.getByRole('button', { name: 'Status' }))
      .click();
    await page.getByRole('option', { name: 'Inactive' }).waitFor();
    await picture(page, `portal-open-select-${name}`, false);
    expect(['a select', await barriersOf(page)]).toEqual(['a select', []]);
    await page.keyboard.press('Escape');
    if (look.viewport.width === phone.width) {
      await page.getByRole('button', { name: 'Menu' }).click();
      await page.getByRole('link', { name: 'Usage' }).waitFor();
      expect(['the navigation', await barriersOf(page)]).toEqual(['the navigation', []]);
    }
    await goTo(whole, page, `customers/${scene.customerId}`);
    await page.getByRole('button', { name: 'Actions', exact: true }).click();
    await page.getByRole('menuitem').first().waitFor();
    expect(['the actions of a customer', await barriersOf(page)]).toEqual(['the actions of a customer', []]);
  });
});

describe('the stage', () => {
  const help = { support: 'https://help.test/?about={request_id}', statusPage: 'https://status.test/' };
  const withHelp = async (page: Page): Promise<void> => {
    await page.route('**/portal/config.json', async (route) => {
      const config: unknown = await (await route.fetch()).json();
      await route.fulfill({ json: { ...z.looseObject({}).parse(config), ...help, stage: 'staging' } });
    });
    const error = { code: 'internal_error', message: 'An error occurred.', request_id: 'r-1' };
    await page.route(/route=get-partner-usage/, (route) =>
      route.fulfill({ status: 500, headers: { 'x-request-id': 'r-1' }, json: { ok: false, error } }),
    );
  };

  test('is named, and leads to the documentation alone while it has no help', async () => {
    const { page } = await signIn(browser, whole, 'viewer');
    await page.getByRole('note', { name: 'Environment: Local' }).waitFor();
    await page.getByRole('button', { name: 'Help' }).click();
    expect(await page.getByRole('menuitem').allTextContents()).toEqual(['First steps', 'Documentation']);
    const href = (await page.getByRole('menuitem', { name: 'Documentation' }).getAttribute('href')) ?? '';
    expect((await page.request.get(new URL(href, page.url()).href)).status()).toBe(200);
  });

  test.each(looks)('leads to its support, with the id of a request that failed: %s', async (look, given) => {
    const { page, troubles } = await signIn(browser, whole, 'owner', '', given);
    await withHelp(page);
    await goTo(whole, page, 'usage');
    await page.getByRole('note', { name: 'Environment: Staging' }).waitFor();
    const link = page.getByRole('main').getByRole('link', { name: 'Ask support' });
    expect(await link.first().getAttribute('href')).toBe('https://help.test/?about=r-1');
    await page.getByText('tell support the request id').first().waitFor();
    await page.getByRole('button', { name: given.viewport === phone ? /Account$/ : 'Help' }).click();
    const items = await page.locator('a[role=menuitem]').all();
    expect(await Promise.all(items.map((item) => item.getAttribute('href')))).toEqual([
      '/portal/first-steps',
      '/docs/',
      'https://status.test/',
      'https://help.test/?about=',
    ]);
    await picture(page, `portal-help-${look}`, false);
    expect(await barriersOf(page)).toEqual([]);
    expect(troubles).toEqual([]);
  });
});
