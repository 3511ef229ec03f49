import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import type { Metric } from 'web-vitals';
import { z } from 'zod';

/** The library that defines the vitals: https://github.com/GoogleChrome/web-vitals */
const library = path.join(path.dirname(createRequire(import.meta.url).resolve('web-vitals')), 'web-vitals.iife.js');

const names = ['LCP', 'INP', 'CLS'] as const satisfies readonly Metric['name'][];

const measured = z.object({
  /** Milliseconds since 1970. */
  origin: z.number(),
  LCP: z.number().nullable(),
  /** Null when nothing was clicked, or when no interaction took 16 ms, which is the shortest that browsers report. */
  INP: z.number().nullable(),
  CLS: z.number(),
  /** When there was first an element of each selector, in milliseconds since the origin. */
  shown: z.record(z.string(), z.number()),
});
type Vitals = z.infer<typeof measured>;

/**
 * Has every page that is opened measure itself. Scripts of the browser's driver are not under the page's policy.
 * @param selectors what to note the first element of. The driver itself looks every 500 ms only.
 */
export const measureVitals = async (context: BrowserContext, selectors: readonly string[]): Promise<void> => {
  const script = `${readFileSync(library, 'utf8')}
    window.measured = { LCP: null, INP: null, CLS: 0, shown: {} };
    for (const name of ${JSON.stringify(names)}) {
      webVitals['on' + name](({ value }) => { window.measured[name] = value; }, { reportAllChanges: true, durationThreshold: 16 });
    }
    new MutationObserver(() => {
      for (const selector of ${JSON.stringify(selectors)}) {
        if (document.querySelector(selector) !== null) window.measured.shown[selector] ??= performance.now();
      }
    }).observe(document, { childList: true, subtree: true });`;
  await context.addInitScript({ content: script });
};

/** What the page has measured so far. */
export const readVitals = async (page: Page): Promise<Vitals> =>
  measured.parse(await page.evaluate('({ ...window.measured, origin: performance.timeOrigin })'));
