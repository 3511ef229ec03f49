import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { startWholeStack, until, type WholeStack } from '../../tools/harness/whole-stack.ts';
import { openBrowser, openContext, picture, type desktop } from './chromium.ts';
import { barriersOf, looks, widthOf } from './looks.ts';

let whole: WholeStack;
let browser: Browser;
/** What the browser refused or could not load, and requests to other hosts. */
let troubles: string[];

beforeAll(async () => {
  browser = await openBrowser();
  whole = await startWholeStack();
  // The first request builds the site.
  expect((await fetch(`${whole.stack.description.base_url}/docs/`)).status).toBe(200);
});
afterAll(async () => {
  await browser.close();
  await whole.stack.stop();
});
afterEach(() => Promise.all(browser.contexts().map((context) => context.close())));

const openPage = async (
  path: string,
  options: { viewport?: typeof desktop; colorScheme?: 'light' | 'dark' } = {},
): Promise<Page> => {
  const context = await openContext(browser, options);
  const page = await context.newPage();
  const { base_url: baseUrl } = whole.stack.description;
  troubles = [];
  page.on('pageerror', ({ message }) => troubles.push(message));
  page.on('console', (message) => {
    if (message.type() === 'error' || message.text().includes('Content Security Policy')) troubles.push(message.text());
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(baseUrl)) troubles.push(request.url());
  });
  await page.goto(`${baseUrl}/docs/${path}`, { waitUntil: 'networkidle' });
  // Vue sets it when the page takes clicks: https://vuejs.org/api/application.html#app-mount
  await page.waitForFunction(`document.querySelector('#app')?.__vue_app__ !== undefined`);
  return page;
};

const pages = [
  ['home', ''],
  ['quickstart', 'quickstart.html'],
  ['webhooks', 'events.html'],
  ['signatures', 'signatures.html'],
  ['lines', 'lines.html'],
  ['sending-templates', 'sending-templates.html'],
  ['networks', 'networks.html'],
  ['states', 'reference/states.html'],
  ['limits', 'limits.html'],
  ['route', 'reference/routes/update-partner-customer.html'],
  ['errors', 'reference/errors.html'],
] as const;

/** VitePress names the button "Search" and shows its keys beside the word. */
const isOfSearchButton = (barrier: string): boolean =>
  barrier.startsWith('label-content-name-mismatch: <button type="button" class="DocSearch');

describe.each(pages)('the page %s', (name, path) => {
  test.each(looks)('shows itself whole: %s', async (look, options) => {
    const page = await openPage(path, options);
    await picture(page, `docs-${name}-${look}`, false);
    expect(await widthOf(page)).toBeLessThanOrEqual(options.viewport.width);
    expect((await barriersOf(page)).filter((barrier) => !isOfSearchButton(barrier))).toEqual([]);
    expect(troubles).toEqual([]);
  });
});

test('a person chooses a language of the samples', async () => {
  const page = await openPage('quickstart.html');
  const python = page.locator('.vp-code-group').first();
  await python.getByText('Python', { exact: true }).click();
  await python.locator('.active').filter({ hasText: 'import urllib.request' }).waitFor();
});

test('a person finds an error code by searching', async () => {
  const page = await openPage('quickstart.html');
  await page.locator('.VPNavBarSearchButton').click();
  await page.locator('#localsearch-input').fill('idempotency_key_reused');
  const first = page.locator('.results a').first();
  await first.waitFor();
  await picture(page, 'docs-search', false);
  await first.click();
  await page.waitForURL('**/reference/errors.html#idempotency-key-reused');
  expect(troubles).toEqual([]);
});

/** What partners ask, and the page that answers. */
const questions = [
  ['send template with variables', 'sending-templates.html'],
  ['template buttons', 'sending-templates.html'],
  ['132012', 'delivery-errors.html'],
  ['why do messages fail', 'delivery-errors.html'],
  ['endpoint down', 'outages.html'],
  ['static ip addresses', 'networks.html'],
  ['ipv6', 'networks.html'],
  ['verify signature', 'signatures.html'],
  ['429', 'errors.html'],
  ['what is an instance', ''],
  ['reconnect a line', 'lines.html'],
  ['import customers csv', 'customers.html'],
  ['invite a member', 'team-and-keys.html'],
] as const;

test.each(questions)('a person who searches for "%s" finds first the page that answers', async (question, answer) => {
  const page = await openPage('quickstart.html');
  await page.locator('.VPNavBarSearchButton').click();
  await page.locator('#localsearch-input').fill(question);
  // Results of the first letters come before those of the whole question.
  const address = await until(
    async () => (await page.locator('.results a').first().getAttribute('href'))?.split('#')[0],
    (found) => found === `/docs/${answer}`,
  );
  expect(address).toBe(`/docs/${answer}`);
  expect(troubles).toEqual([]);
});

test('a person gets a page as Markdown, with its pictures', async () => {
  const page = await openPage('lines.html');
  const link = page.getByRole('link', { name: 'This page as Markdown' });
  const response = await fetch(new URL((await link.getAttribute('href')) ?? '', page.url()));
  expect(await response.text()).toMatch(/^# Lines\n/);
  await page.getByRole('img', { name: /^The states of a line/ }).waitFor();
  const width = `document.querySelector('img[alt^="The states of a line"]').naturalWidth`;
  expect(await page.evaluate<number>(width)).toBeGreaterThan(0);
});

test('a person makes the pages dark', async () => {
  const page = await openPage('quickstart.html');
  await page.locator('.VPSwitchAppearance').first().click();
  await page.locator('html.dark').waitFor();
});

test('a page that is not there has the way back', async () => {
  const page = await openPage('nothing.html');
  await page.getByText('PAGE NOT FOUND').waitFor();
});
