import { expect } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { until } from '../../tools/harness/whole-stack.ts';
import { copiedBy } from '../browser/clipboard.ts';

/** What a person does on many pages of the portal. */

export const dialogOf = (page: Page): Locator => page.getByRole('dialog');

/** Chooses one of the actions of the page. */
export const act = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('button', { name: 'Actions', exact: true }).click();
  await page.getByRole('menuitem', { name }).click();
};

/**
 * Chooses one of the values that a filter, or a field of a dialog, offers. The list is not within the dialog. It opens in the
 * middle of the window: a window that scrolls moves the list, and a list that moves does not take the choice.
 */
export const choose = async (
  page: Page,
  label: string,
  option: string | RegExp,
  within: Page | Locator = page,
): Promise<void> => {
  // A column that sorts is a button of the same name.
  const button = within.getByRole('button', { name: label }).and(within.locator('[aria-haspopup]'));
  await button.evaluate(`(element) => element.scrollIntoView({ block: 'center' })`);
  await button.click();
  const chosen = page.getByRole('option', { name: option, exact: true });
  await chosen.click();
  await chosen.waitFor({ state: 'detached' });
};

/** Presses a button of the dialog, which closes when the command was carried out. */
export const confirm = async (page: Page, name: string): Promise<void> => {
  await dialogOf(page).getByRole('button', { name, exact: true }).click();
};

/** What the button puts into the clipboard. */
export const copied = (page: Page, within: Page | Locator, name: string): Promise<string> =>
  copiedBy(page, () => within.getByRole('button', { name, exact: true }).click());

/** Waits until the table has so many rows below its head: a page shows what it has, and then what it reads. */
export const waitForRows = async (table: Locator, count: number): Promise<void> => {
  await until(
    () => table.getByRole('row').count(),
    (rows) => rows === 1 + count,
  );
};

/** What is to be there is waited for: a page shows its frame before what it reads. */
export const expectShown = async (locator: Locator, isShown: boolean): Promise<void> => {
  if (isShown) await locator.waitFor();
  expect(await locator.isVisible()).toBe(isShown);
};
