import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startLoopbackServer, type LoopbackServer } from '@swift-worker/loopback/server.ts';
import type { Browser, BrowserContext } from 'playwright-core';
import { afterRun, probedParts, type StageStatus } from '../../lambdas/domain/stage-status.ts';
import { statusPage } from '../../lambdas/probe/status-page.ts';
import { staticHeaders } from '../../lib/static-headers.ts';
import { statusPolicy } from '../../lib/status-policy.ts';
import { desktop, openBrowser, openContext, phone, picture } from './chromium.ts';
import { barriersOf, looks, widthOf } from './looks.ts';

const minute = 60_000;
const now = Date.parse('2026-11-30T10:00:00Z');

/** A quarter without data, two incidents and one that goes on. @param before minutes since the last run */
const statusOf = (before: number): StageStatus => {
  let status: StageStatus | null = null;
  for (let ago = 70 * 1_440; ago >= 0; ago -= 5) {
    const bad = (part: string): boolean =>
      (part === 'events' && ((ago > 30_000 && ago < 30_400) || ago < 20)) ||
      (part === 'sign_in' && ago > 60_000 && ago < 60_030);
    const results = new Map(probedParts.map((part) => [part, !bad(part)]));
    if (ago < 40_000 || ago > 43_000)
      status = afterRun(status, { id: 'run', at: now - (ago + before) * minute, results });
  }
  if (status === null) throw new Error('there was no run');
  return status;
};

let shown: StageStatus;
let server: LoopbackServer;
let browser: Browser;

beforeAll(async () => {
  server = await startLoopbackServer({
    port: 0,
    log: console.error,
    handle: (_, response) => {
      const headers = { ...staticHeaders(statusPolicy), 'content-type': 'text/html; charset=utf-8' };
      response.writeHead(200, headers).end(statusPage(shown));
      return Promise.resolve();
    },
  });
  browser = await openBrowser();
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});

const openPage = async (context: BrowserContext) => {
  const page = await context.newPage();
  const refused: string[] = [];
  page.on(
    'console',
    (message) => void (/Content Security Policy/.test(message.text()) && refused.push(message.text())),
  );
  await page.clock.setFixedTime(now);
  await page.goto(`http://127.0.0.1:${server.port}/`);
  return { page, refused };
};

test.each(looks)('has no barriers and fits, also with the table open: %s', async (name, look) => {
  shown = statusOf(0);
  const context = await openContext(browser, look);
  const { page, refused } = await openPage(context);
  await picture(page, `status-${name}`);
  expect(await barriersOf(page)).toEqual([]);
  await page.getByText('Each day as a table').click();
  expect(await barriersOf(page)).toEqual([]);
  expect(await widthOf(page)).toBe(look.viewport.width);
  // Axe's own script is not of the page.
  expect(refused.filter((text) => !text.includes('unsafe-eval'))).toEqual([]);
  expect(await page.getByText('The checks have stopped: this').isVisible()).toBe(false);
  await context.close();
});

test('a page that is older than 15 minutes says so, and without scripts it says how to see that', async () => {
  shown = statusOf(16);
  const context = await openContext(browser, { viewport: phone });
  const { page } = await openPage(context);
  expect(await page.getByText('The checks have stopped: this').isVisible()).toBe(true);
  await context.close();
  const plain = await openContext(browser, { viewport: desktop, javaScriptEnabled: false });
  const { page: still } = await openPage(plain);
  expect(await still.getByText('When that is more than 15 minutes ago').isVisible()).toBe(true);
  expect(await still.locator('.bars rect').count()).toBeGreaterThan(5 * 90 - 1);
  await plain.close();
});
