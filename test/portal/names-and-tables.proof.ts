import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { addCustomer } from '../../tools/harness/stack-scene.ts';
import type { WholeStack } from '../../tools/harness/whole-stack.ts';
import { desktop, phone, picture } from '../browser/chromium.ts';
import { copiedBy } from '../browser/clipboard.ts';
import { barriersOf, widthOf } from '../browser/looks.ts';
import { openPortal } from './opened.ts';
import { pagesOf } from './places.ts';
import { arabicName } from './real-data.ts';
import { hostileName, setScene, type Scene } from './scene.ts';
import { goTo, signIn } from './signed-in.ts';

const opened = openPortal();
let whole: WholeStack;
let browser: Browser;
let scene: Scene;

beforeAll(async () => {
  ({ whole, browser } = opened());
  scene = await setScene(whole, Date.now());
});

test('a long name does not lie over the link to the page above', async () => {
  const { page } = await signIn(browser, whole, 'owner', `customers/${scene.largeId}`, { viewport: phone });
  const crumbs = page.getByRole('navigation', { name: 'Where this page is' });
  await crumbs.getByText(arabicName).waitFor();
  const above = await crumbs.getByRole('link').boundingBox();
  const name = await crumbs.getByRole('listitem').last().boundingBox();
  expect((above?.x ?? 0) + (above?.width ?? 0)).toBeLessThan(name?.x ?? 0);
});

/** How much of each table is out of its frame, in pixels. */
const cutOf = (page: Page): Promise<readonly number[]> =>
  page.evaluate<readonly number[]>(
    '[...document.querySelectorAll("table")].map((table) => table.parentElement.scrollWidth - table.parentElement.clientWidth)',
  );

describe('tables', () => {
  test.each([1440, 1024])('of real data are not cut in a window of %i pixels', async (width) => {
    const { page } = await signIn(browser, whole, 'owner', '', { viewport: { width, height: 860 } });
    for (const [place, path] of [...pagesOf(scene), ['large', `customers/${scene.largeId}`]] as const) {
      await goTo(whole, page, path);
      await page.waitForLoadState('networkidle');
      expect([place, (await cutOf(page)).filter((cut) => cut > 0)]).toEqual([place, []]);
    }
  });

  test('have the columns that were chosen, also after a reload', async () => {
    const { page, troubles } = await signIn(browser, whole, 'viewer', 'customers');
    const columnOf = (name: string) => page.getByRole('columnheader', { name });
    await columnOf('External id').waitFor();
    await page.getByRole('button', { name: 'Preferences' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('External id').waitFor();
    expect(await barriersOf(page)).toEqual([]);
    await dialog.getByRole('checkbox', { name: 'External id' }).uncheck({ force: true });
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await columnOf('External id').waitFor({ state: 'detached' });
    await page.reload();
    await columnOf('Last changed').waitFor();
    expect(await columnOf('External id').count()).toBe(0);
    expect(troubles).toEqual([]);
  });

  test('give the whole of an id that they show by its ends', async () => {
    const { page } = await signIn(browser, whole, 'viewer', 'delivery/events');
    const button = page.getByRole('table').getByRole('button', { name: 'Copy: Message id' }).first();
    expect(await copiedBy(page, () => button.click())).toMatch(/^wamid\.[\w+/=]{54}$/);
  });
});

test('an id that is shown by its ends stands in one line on a phone', async () => {
  const { page } = await signIn(browser, whole, 'owner', '', { viewport: phone });
  for (const path of [`lines/${scene.instanceId}`, `customers/${scene.customerId}`, 'delivery/events']) {
    await goTo(whole, page, path);
    await page.locator('main .copyable-ends').first().waitFor();
    const heights = await page.evaluate<readonly number[]>(
      `[...document.querySelectorAll('.copyable-ends [class*="awsui_text-to-display"]')].map((text) => text.offsetHeight)`,
    );
    expect([path, heights.length > 0, heights.filter((height) => height > 24)]).toEqual([path, true, []]);
  }
});

describe('names of 200 characters', () => {
  test('push no column out of the window', async () => {
    await addCustomer(whole, 'long', 'W'.repeat(200));
    const { page } = await signIn(browser, whole, 'owner', 'customers');
    await page.getByRole('link', { name: 'WWWW' }).waitFor();
    const last = await page.getByRole('columnheader', { name: 'Last changed' }).boundingBox();
    expect(last === null ? null : last.x + last.width).toBeLessThan(desktop.width);
    const { page: narrow } = await signIn(browser, whole, 'owner', 'customers', { viewport: phone });
    await narrow.getByRole('link', { name: 'WWWW' }).waitFor();
    expect(await widthOf(narrow)).toBe(phone.width);
  });
});

describe('hostile names', () => {
  test('are text, and nothing runs that is not the portal’s own', async () => {
    const { page, troubles } = await signIn(browser, whole, 'owner', 'customers');
    await page.getByLabel('Search customers').fill('C-200');
    await page.getByRole('link', { name: hostileName }).click();
    await page.getByRole('heading', { name: hostileName, level: 1 }).waitFor();
    await goTo(whole, page, 'templates');
    await page.getByRole('button', { name: 'hostile' }).click();
    await page.getByRole('dialog').getByText(hostileName).waitFor();
    await picture(page, 'portal-template-preview-desktop', false);
    expect(await barriersOf(page)).toEqual([]);
    expect(await page.evaluate('window.taken')).toBeUndefined();
    expect(troubles).toEqual([]);
    const refused = page.evaluate(`document.body.insertAdjacentHTML('beforeend', '<b>text</b>')`);
    await expect(refused).rejects.toThrow(/TrustedHTML/);
  });
});
