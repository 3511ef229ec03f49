import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { z } from 'zod';
import { someOf } from '../share.ts';
import { desktop, phone } from './chromium.ts';

const audit = z.object({
  violations: z.array(z.object({ id: z.string(), nodes: z.array(z.object({ html: z.string() })) })),
});
/** What keeps people from using the page: contrast, names, order and more, by axe-core. */
export const barriersOf = async (page: Page): Promise<readonly string[]> => {
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(axe.source);
  // Results of the other types are not gathered: https://github.com/dequelabs/axe-core/blob/develop/doc/API.md#options-parameter
  const { violations } = audit.parse(await page.evaluate('axe.run({ resultTypes: ["violations"] })'));
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
};

/** The windows that a page can be looked at in. */
const allLooks = [
  ['phone-light', { viewport: phone, colorScheme: 'light' }],
  ['phone-dark', { viewport: phone, colorScheme: 'dark' }],
  ['desktop-light', { viewport: desktop, colorScheme: 'light' }],
  ['desktop-dark', { viewport: desktop, colorScheme: 'dark' }],
] as const;

/** Those of this run. By default each width and each colour scheme is one of them. */
export const looks = someOf(allLooks);

export const widthOf = (page: Page): Promise<number> => page.evaluate<number>('document.documentElement.scrollWidth');
