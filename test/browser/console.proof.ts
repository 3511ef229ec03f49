import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import type { Browser, Page, Route } from 'playwright-core';
import { z } from 'zod';
import { startWholeStack, type WholeStack } from '../../tools/harness/whole-stack.ts';
import { openBrowser, openContext, picture, type phone } from './chromium.ts';
import { copiedBy } from './clipboard.ts';
import { barriersOf, looks, widthOf } from './looks.ts';
import { hostileName, putOnFailedQueue, setScene } from './console-scene.ts';

let whole: WholeStack;
let browser: Browser;

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

/** The button says for a moment what it did, so that is waited for from the press on. */
const saysCopied = async (page: Page, label: string, pressed: Promise<void>): Promise<void> => {
  await Promise.all([page.getByRole('button', { name: `Copied: ${label}`, exact: true }).waitFor(), pressed]);
};
const textOf = (page: Page, selector: string): Promise<string> => page.locator(selector).innerText();
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
      await page.locator('#inbox .empty').waitFor();
      await picture(page, `console-empty-${name}`);
      expect(await barriersOf(page)).toEqual([]);
      expect(await widthOf(page)).toBe(options.viewport.width);
    }
  });

  test('gives commands that work as they are copied', async () => {
    const page = await openConsole();
    const copied = (label: string): Promise<string> =>
      copiedBy(page, () =>
        saysCopied(page, label, page.getByRole('button', { name: label, exact: true }).first().click()),
      );
    const run = async (command: string): Promise<string> => (await promisify(execFile)('bash', ['-c', command])).stdout;
    // A call of the quickstart.
    const variables = await copied('Copy shell variables');
    const headers = `-H "apikey: $APIKEY" -H "Authorization: Bearer $PARTNER_KEY"`;
    const listed = await run(`${variables}\ncurl -s "$API_URL?route=list-partner-customers" ${headers}`);
    expect(JSON.parse(listed)).toMatchObject({ ok: true, items: [] });
    await page.getByText('Control this endpoint').first().click();
    const controls = ['Answer 500 to the next three', 'Answer as before', 'Fail the next call', 'Take both back'];
    for (const control of controls) {
      expect(JSON.parse(await run(await copied(`Copy ${control}`)))).toMatchObject({ ok: true });
    }
    await whole.command('POST', 'upsert-partner-customer', { external_customer_id: 'c', customer_name: 'Café Aurora' });
    await whole.command('POST', 'upsert-partner-customer', { external_customer_id: 'c', customer_name: 'Café Corona' });
    await page.locator('#inbox summary').filter({ hasText: 'Café Corona' }).waitFor();
    await run(await copied('Copy Empty the inbox'));
    await page.locator('#inbox .empty').waitFor();
  });
});

describe('the console', () => {
  beforeAll(async () => {
    await setScene(whole);
  });

  test('shows what the stack has', async () => {
    const page = await openConsole();
    await page.locator('#inbox li').first().waitFor();
    const events = page.locator('#inbox .events summary');
    expect(await events.allInnerTexts()).toEqual([
      expect.stringMatching(/Neither an event nor a callback[^]*not signed/),
      expect.stringMatching(/messages[^]*callback of the platform/),
      expect.stringMatching(/signature wrong/),
      expect.stringMatching(/customer\.updated[^]*Café Borealis[^]*2 attempts[^]*signature verified/),
      expect.stringMatching(/customer\.updated[^]*signature verified/),
    ]);
    expect(await textOf(page, '#work')).toMatch(/Events to send[^]*FailedQueue/);
    const { portal_url: portal, platform } = whole.stack.description;
    expect(await page.getByRole('link', { name: 'Portal', exact: true }).getAttribute('href')).toBe(portal);
    const state = page.getByRole('link', { name: 'Its numbers, templates and calls' });
    expect(await state.getAttribute('href')).toBe(platform.control_url);
    await page.getByRole('radio', { name: 'Partner Two' }).check();
    await page.locator('#inbox').getByText('Nothing was received yet').waitFor();
    expect(await page.getByRole('heading', { name: 'Credentials of Partner Two' }).isVisible()).toBe(true);
  });

  test('takes nothing that it shows for markup, and nothing runs that is not its own', async () => {
    const page = await openConsole();
    const refused: string[] = [];
    page.on('console', (message) => refused.push(message.text()));
    await page.locator('#inbox .events summary').last().click();
    expect(await page.locator('#inbox .events pre').last().innerText()).toContain('window.taken=1');
    expect(await page.locator('#inbox .events summary').last().innerText()).toContain(hostileName);
    expect(await page.evaluate('window.taken')).toBeUndefined();
    expect(refused).toEqual([]);
    const said = page.waitForEvent('console', (message) => message.text().includes('Content Security Policy'));
    await page.evaluate(`document.body.insertAdjacentHTML('beforeend', '<img src=x onerror="window.taken=3">')`);
    await said;
    expect(await page.evaluate('window.taken')).toBeUndefined();
  });

  test('copies credentials and new tokens, by the keyboard too', async () => {
    const page = await openConsole();
    const press = (label: string): Promise<string> =>
      copiedBy(page, async () => {
        await page.getByRole('button', { name: label, exact: true }).first().focus();
        await saysCopied(page, label, page.keyboard.press('Enter'));
      });
    expect(await press('Copy API key')).toBe(whole.partner.api_key);
    const [member] = whole.partner.members;
    const token = await press(`Copy token of ${member?.email ?? ''}`);
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
    const event = page.locator('#inbox .events summary').last();
    await event.focus();
    await page.keyboard.press('Enter');
    await whole.command('POST', 'upsert-partner-customer', {
      external_customer_id: 'hostile',
      customer_name: 'Café Cassiopeia',
    });
    await page.locator('#inbox .events summary').nth(5).waitFor();
    expect(await page.locator('#inbox .events details').last().getAttribute('open')).toBe('');
    const focused = "document.activeElement === document.querySelector('#inbox li:last-child summary')";
    expect(await page.evaluate(focused)).toBe(true);
  });

  test('fits, light and dark, narrow and wide, and hides nothing from who cannot see it', async () => {
    for (const [name, options] of looks) {
      const page = await openConsole(options);
      await page.locator('#inbox .events summary').last().click();
      await picture(page, `console-${name}`);
      expect(await barriersOf(page)).toEqual([]);
      expect(await widthOf(page)).toBe(options.viewport.width);
    }
  });

  test('asks nothing while it is hidden', async () => {
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

  test('warns of what failed, and of an endpoint that is away', async () => {
    const page = await openConsole();
    await putOnFailedQueue(whole, 'no worker could deal with it');
    await whole.receiver({ status: 500 });
    await whole.command('POST', 'upsert-partner-customer', {
      external_customer_id: 'hostile',
      customer_name: 'Café Delphinus',
    });
    await page.locator('#work .notice').waitFor();
    await page.locator('#inbox .pill.bad').getByText('answered 500').first().waitFor();
    await picture(page, 'console-warning-desktop');
    expect(await barriersOf(page)).toEqual([]);
    await whole.receiver({ clear: true });
  });

  test('shows who was invited since the start, with a token', async () => {
    const page = await openConsole();
    const [owner] = whole.partner.members;
    const { api_url: url, apikey } = whole.stack.description;
    const post = async (token: string, body: object): Promise<number> => {
      const headers = { apikey, authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const sent = { headers: { ...headers, 'idempotency-key': randomUUID() }, body: JSON.stringify(body) };
      return (await fetch(url, { method: 'POST', ...sent })).status;
    };
    const invitation = { route: 'invite-partner-member', email: 'jo@partner-one.example', role: 'viewer' };
    expect(await post(owner?.jwt ?? '', invitation)).toBe(201);
    await page.locator('#invited').getByText('jo@partner-one.example').waitFor();
    const token = await copiedBy(page, () =>
      page.getByRole('button', { name: 'Copy token of jo@partner-one.example' }).click(),
    );
    const acceptance = { route: 'accept-partner-invitation', partner_id: whole.partner.partner_id };
    expect(await post(token, acceptance)).toBe(200);
    await picture(page, 'console-invited-desktop');
    expect(await barriersOf(page)).toEqual([]);
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
