import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { z } from 'zod';

const require = createRequire(import.meta.url);
/** The library that defines the vitals: https://github.com/GoogleChrome/web-vitals */
const library = path.join(path.dirname(require.resolve('web-vitals')), 'web-vitals.iife.js');

/** Has every page that is opened measure its layout shift. Scripts of the browser's driver are not under the page's policy. */
export const measureLayoutShift = async (context: BrowserContext): Promise<void> => {
  const script = `${readFileSync(library, 'utf8')}
    window.layoutShift = 0;
    webVitals.onCLS(({ value }) => { window.layoutShift = value; }, { reportAllChanges: true });`;
  await context.addInitScript({ content: script });
};

/** The cumulative layout shift (CLS) so far. */
export const layoutShiftOf = async (page: Page): Promise<number> =>
  z.number().parse(await page.evaluate('window.layoutShift'));
