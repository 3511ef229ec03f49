import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { chromium, type Browser, type Page } from 'playwright-core';

const executable = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
const screenshots = path.join(import.meta.dirname, '../../build/screenshots');

export const openBrowser = (): Promise<Browser> => {
  if (!existsSync(executable)) {
    throw new Error(`there is no ${executable}: install it with apt-get install chromium, or name another in CHROMIUM`);
  }
  mkdirSync(screenshots, { recursive: true });
  return chromium.launch({ executablePath: executable, args: ['--no-sandbox'] });
};

export const phone = { width: 390, height: 844 };
export const desktop = { width: 1280, height: 860 };

/** Takes a picture for people to look at, in `build/screenshots`; of the whole page, or of what the window shows. */
export const picture = async (page: Page, name: string, fullPage = true): Promise<void> => {
  await page.screenshot({ path: path.join(screenshots, `${name}.png`), fullPage });
};
