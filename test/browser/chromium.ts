import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { findChromium, noChromium } from '../../tools/harness/find-chromium.ts';

const screenshots = path.join(import.meta.dirname, '../../build/screenshots');

export const openBrowser = (): Promise<Browser> => {
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Error(noChromium);
  mkdirSync(screenshots, { recursive: true });
  return chromium.launch({ executablePath, args: ['--no-sandbox'] });
};

export const phone = { width: 390, height: 844 };
export const desktop = { width: 1280, height: 860 };

/** Milliseconds. Ends a wait that would never end: much longer than a busy machine takes. */
const timeout = 180_000;

/**
 * A browser profile of its own: on a desktop, light and in English by default. Nothing is animated: a list that
 * moves between the press and the release of the button does not take the choice, and a dialog that fades in has other contrasts.
 */
export const openContext = async (
  browser: Browser,
  options: Parameters<Browser['newContext']>[0] = {},
): Promise<BrowserContext> => {
  const usual = { viewport: desktop, colorScheme: 'light', locale: 'en-US', reducedMotion: 'reduce' } as const;
  const context = await browser.newContext({ ...usual, ...options });
  context.setDefaultTimeout(timeout);
  return context;
};

/** Presses what closes the window, which may be gone before the click on it has ended. */
export const pressLast = async (popup: Page, selector: string): Promise<void> => {
  const closed = popup.waitForEvent('close');
  await popup
    .locator(selector)
    .first()
    .click()
    .catch((error: unknown) => {
      if (!popup.isClosed()) throw error;
    });
  await closed;
};

/** Takes a picture for people to look at, in `build/screenshots`; of the whole page, or of what the window shows. */
export const picture = async (page: Page, name: string, fullPage = true): Promise<void> => {
  await page.screenshot({ path: path.join(screenshots, `${name}.png`), fullPage });
};
