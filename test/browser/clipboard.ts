import type { Page } from 'playwright-core';
import { until } from '../../tools/harness/whole-stack.ts';

/**
 * What a press puts into the clipboard. The pages of a browser share one clipboard, and a page writes to it after the press has
 * ended: it is emptied first, so that what another page left in it is never read.
 */
export const copiedBy = async (page: Page, press: () => Promise<void>): Promise<string> => {
  await page.evaluate(`navigator.clipboard.writeText('')`);
  await press();
  return until(
    () => page.evaluate<string>('navigator.clipboard.readText()'),
    (text) => text !== '',
  );
};
