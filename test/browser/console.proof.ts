import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Browser, Page, Route } from 'playwright-core';
import { z } from 'zod';
import { startWholeStack, type WholeStack } from '../../tools/harness/whole-stack.ts';
import { openBrowser, openContext, phone, picture } from './chromium.ts';
import { barriersOf, looks, widthOf } from './looks.ts';
import { hostileName, putOnFailedQueue, setScene } from './console-scene.ts';

let whole: WholeStack;
let browser: Browser;
let number: string;

const openConsole = async (
  options: { viewport?: typeof phone; colorScheme?: 'light' | 'dark' } = {},
): Promise<Page> => {
  const context = await openContext(browser, options);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const page = await context.newPage();
  const troubles: string[] = [];
  page.on('pageerror', ({ message }) => troubles.push(message));
  page.on('response', (response) => {
    if (!response.ok()) troubles.push(`${response.status()} ${response.url()}`);
  });
  page.on('requestfailed', (request) => troubles.push(`${request.failure()?.errorText ?? ''} ${request.url()}`));
  await page.goto(whole.stack.description.console_url);
  try {
    await page.locator('#status[data-state=live]').waitFor();
  } catch (cause) {
    const status = await page.locator('#status').innerText();
    throw new Error([`the console is ${status}`, ...troubles, ...whole.stack.log.lines].join('\n'), { cause });
  }
  return page;
};

const textOf = (page: Page, selector: string): Promise<string> => page.locator(selector).innerText();
const clipboard = (page: Page): Promise<string> => page.evaluate<string>('navigator.clipboard.readText()');
beforeAll(async () => {
  whole = await startWholeStack({ fastRetries: true });
  browser = await openBrowser();
});
// Each open page goes on asking.
afterEach(async () => {
  await Promise.all(browser.contexts().map((context) => context.close()));
});
afterAll(async () => {
  await browser.close();
  await whole.stack.stop();
});

describe('the console of a stack that has just been started', () => {
  test('says what to do first, and fits', async () => {
    for (const [name, options] of looks) {
      const page = await openConsole(options);
      await page.locator('#lines .empty').waitFor();
      await picture(page, `console-empty-${name}`);
      expect(await barriersOf(page)).toEqual([]);
      expect(await widthOf(page)).toBe(options.viewport.width);
    }
  });

  test('gives commands that work as they are copied', async () => {
    const page = await openConsole();
    const run = async (): Promise<string> => (await promisify(execFile)('sh', ['-c', await clipboard(page)])).stdout;
    await page.getByRole('button', { name: 'Copy the first call' }).first().click();
    expect(JSON.parse(await run())).toMatchObject({ ok: true, items: [] });
    await page.getByRole('button', { name: 'Copy calls that cause an event' }).click();
    expect(await run()).toContain('Café Borealis');
    await page.locator('#inbox summary').filter({ hasText: 'service.partner.customer.updated' }).waitFor();
    await page.getByRole('button', { name: 'Copy calls that create an instance' }).first().click();
    expect(await run()).toContain('/connect/');
  });
});

describe('the console', () => {
  beforeAll(async () => {
    await fetch(whole.stack.description.receiver.inbox_url, { method: 'DELETE' });
    number = await setScene(whole);
  });

  test('shows what the stack has', async () => {
    const page = await openConsole();
    await page.locator('#lines table').waitFor();
    expect(await textOf(page, '#lines')).toContain(number);
    const events = page.locator('#inbox summary');
    expect(await events.allInnerTexts()).toEqual([
      expect.stringMatching(/not an event[^]*not signed/),
      expect.stringMatching(/signature wrong/),
      expect.stringMatching(/customer\.updated[^]*signature verified[^]*2 attempts/),
      expect.stringMatching(/customer\.updated[^]*signature verified[^]*1 attempt/),
    ]);
    expect(await textOf(page, '#queues')).toContain('FailedQueue');
    expect(await textOf(page, '#waiting')).toContain('Events to send');
    await page.locator('#lines tbody summary').getByText('Partner One, of the number').click();
    expect(await textOf(page, '#lines')).toMatch(/of the number\s+Partner One used[^]*of the app\s+the service/);
    expect(await page.getByRole('link', { name: 'Delivery health' }).getAttribute('href')).toBe('/portal/delivery');
    await page.getByRole('radio', { name: 'Partner Two' }).check();
    await page.locator('#inbox').getByText('No event was received yet').waitFor();
    expect(await page.getByRole('heading', { name: 'Credentials of Partner Two' }).isVisible()).toBe(true);
  });

  test('takes nothing that it shows for markup, and nothing runs that is not its own', async () => {
    const page = await openConsole();
    const refused: string[] = [];
    page.on('console', (message) => refused.push(message.text()));
    await page.locator('#inbox summary').last().click();
    expect(await page.locator('#inbox pre').last().innerText()).toContain('window.taken=1');
    expect(await textOf(page, '#lines')).toContain(hostileName);
    expect(await page.evaluate('window.taken')).toBeUndefined();
    expect(refused).toEqual([]);
    const said = page.waitForEvent('console', (message) => message.text().includes('Content Security Policy'));
    await page.evaluate(`document.body.insertAdjacentHTML('beforeend', '<img src=x onerror="window.taken=3">')`);
    await said;
    expect(await page.evaluate('window.taken')).toBeUndefined();
  });

  test('copies credentials and new tokens, by the keyboard too', async () => {
    const page = await openConsole();
    const press = async (label: string): Promise<string> => {
      const button = page.getByRole('button', { name: label, exact: true }).first();
      await button.focus();
      await page.keyboard.press('Enter');
      await button.and(page.getByText('Copied')).waitFor();
      return clipboard(page);
    };
    expect(await press('Copy API key')).toBe(whole.partner.api_key);
    const [member] = whole.partner.members;
    const token = await press(`Copy a token of ${member?.email ?? ''}`);
    const { api_url: url, apikey } = whole.stack.description;
    const headers = { apikey, authorization: `Bearer ${token}` };
    const answer = await fetch(`${url}?route=list-partner-notifications`, { headers });
    expect(answer.status).toBe(200);
  });

  test('is gone through by the keyboard; what is open and has the focus stays so while the rest changes', async () => {
    const page = await openConsole();
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('To the content');
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowRight');
    expect(await page.getByRole('radio', { name: 'Partner Two' }).isChecked()).toBe(true);
    await page.keyboard.press('ArrowLeft');
    const event = page.locator('#inbox summary').last();
    await event.focus();
    await page.keyboard.press('Enter');
    await whole.command('POST', 'upsert-partner-customer', {
      external_customer_id: 'hostile',
      customer_name: 'Café Cassiopeia',
    });
    await page.locator('#inbox summary').nth(4).waitFor();
    expect(await page.locator('#inbox details').last().getAttribute('open')).toBe('');
    const focused = "document.activeElement === document.querySelector('#inbox li:last-child summary')";
    expect(await page.evaluate(focused)).toBe(true);
  });

  test('fits, light and dark, narrow and wide, and hides nothing from who can not see it', async () => {
    for (const [name, options] of looks) {
      const page = await openConsole(options);
      await page.locator('#lines table').waitFor();
      await page.locator('#inbox summary').last().click();
      await picture(page, `console-${name}`);
      expect(await barriersOf(page)).toEqual([]);
      expect(await widthOf(page)).toBe(options.viewport.width);
    }
  });

  test('asks nothing while nobody looks at it', async () => {
    const page = await openConsole();
    // Only timers of a page that is loaded after this are under the test's clock.
    await page.clock.install();
    await page.reload();
    await page.locator('#status[data-state=live]').waitFor();
    const look = async (hidden: boolean): Promise<void> => {
      await page.evaluate(`Object.defineProperty(document, 'hidden', { configurable: true, value: ${hidden} })`);
      await page.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`);
    };
    await look(true);
    await page.waitForLoadState('networkidle');
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.clock.runFor(60_000);
    expect(asked).toEqual([]);
    await Promise.all([page.waitForRequest('**/console/state'), look(false)]);
  });

  test('warns of what failed, of a token that ended and of an endpoint that is away', async () => {
    const page = await openConsole();
    await putOnFailedQueue(whole, 'nobody could deal with it');
    await whole.receiver({ status: 500 });
    await whole.command('POST', 'upsert-partner-customer', {
      external_customer_id: 'hostile',
      customer_name: 'Café Delphinus',
    });
    const { control_url: control } = whole.stack.description.platform;
    await fetch(control, { method: 'POST', body: JSON.stringify({ token: { expire: true } }) });
    await page.locator('#queues .notice').waitFor();
    await page.locator('#lines .pill.bad').getByText('expired early').waitFor();
    await page.locator('#inbox .pill.bad').getByText('answered 500').first().waitFor();
    await picture(page, 'console-warning-desktop');
    expect(await barriersOf(page)).toEqual([]);
    await whole.receiver({ clear: true });
  });

  test('says so when the stack does not answer, and goes on when it does', async () => {
    const page = await openConsole();
    await page.context().setOffline(true);
    await page.getByRole('alert').filter({ hasText: 'npm start' }).waitFor();
    await picture(page, 'console-stopped-desktop');
    await page.context().setOffline(false);
    await page.locator('#status[data-state=live]').waitFor();
    expect(await page.locator('#stopped').isVisible()).toBe(false);
  });

  test('is read anew when another stack answers, whose credentials may be others', async () => {
    const page = await openConsole();
    const answerOfAnother = async (route: Route): Promise<void> => {
      const response = await route.fetch();
      const body = z.looseObject({}).parse(await response.json());
      await route.fulfill({ response, json: { ...body, run: 'another' } });
    };
    await page.route('**/console/state', answerOfAnother, { times: 1 });
    await page.waitForEvent('load');
    await page.locator('#status[data-state=live]').waitFor();
  });
});

describe('the API explorer', () => {
  const openExplorer = async (options: Parameters<typeof openConsole>[0], elsewhere: string[]): Promise<Page> => {
    const page = await openConsole(options);
    page.on('request', (request) => {
      const url = request.url();
      if (/^(https?|wss?):/.test(url) && !url.startsWith(whole.stack.description.base_url)) elsewhere.push(url);
    });
    await page.getByRole('link', { name: 'API explorer' }).click();
    await page.getByRole('button', { name: /^Test Request.*upsert-partner-customer/s }).waitFor();
    return page;
  };

  test('calls the API with the credentials filled in, and asks nobody else', async () => {
    await whole.command('POST', 'upsert-partner-customer', {
      external_customer_id: 'explored',
      customer_name: 'Aurora Explorer',
    });
    const elsewhere: string[] = [];
    const page = await openExplorer({}, elsewhere);
    await picture(page, 'explorer-desktop-light', false);
    await page.getByRole('link', { name: 'list-partner-customers' }).first().click();
    const test = page.getByRole('button', { name: /^Test Request.*list-partner-customers/s });
    await test.click();
    const answered = page.waitForResponse((response) => response.url().includes('route=list-partner-customers'));
    await page.getByRole('button', { name: 'Send' }).first().click();
    expect((await answered).status()).toBe(200);
    await page.getByText('"Aurora Explorer"').first().waitFor();
    await picture(page, 'explorer-answer-desktop', false);
    expect(elsewhere).toEqual([]);
  });

  test('fits a phone, and the dark', async () => {
    const page = await openExplorer({ viewport: phone, colorScheme: 'dark' }, []);
    await picture(page, 'explorer-phone-dark', false);
    expect(await widthOf(page)).toBe(phone.width);
  });
});
