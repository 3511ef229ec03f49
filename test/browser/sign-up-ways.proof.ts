import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { z } from 'zod';
import { startWholeStack, type WholeStack } from '../../tools/harness/whole-stack.ts';
import { openBrowser, openContext, phone, picture, pressLast } from './chromium.ts';

let whole: WholeStack;
let browser: Browser;
let context: BrowserContext;

beforeAll(async () => {
  whole = await startWholeStack({ launch: 'sdk' });
  browser = await openBrowser();
});
afterEach(() => context.close());
afterAll(async () => {
  await browser.close();
  await whole.stack.stop();
});

const made = z.object({ instance: z.object({ id: z.string() }), session: z.object({ url: z.string() }) });
const shown = z.object({
  instance: z.object({ status: z.string(), platform_phone_number_id: z.string().nullable(), coexistence: z.boolean() }),
});

let count = 0;
const newLink = async (parameters: Readonly<Record<string, unknown>> = {}): Promise<z.infer<typeof made>> => {
  count += 1;
  const { body } = await whole.command('POST', 'upsert-partner-customer', {
    external_customer_id: `way-${count}`,
    customer_name: 'Bakery Sunrise',
  });
  const { customer } = z.object({ customer: z.object({ customer_id: z.string() }) }).parse(body);
  const line = await whole.command('POST', 'create-customer-instance', {
    partner_customer_id: customer.customer_id,
    instance_key: `way-${count}`,
    ...parameters,
  });
  return made.parse(line.body);
};

const control = async (instructions: object): Promise<void> => {
  const response = await fetch(whole.stack.description.platform.control_url, {
    method: 'POST',
    body: JSON.stringify(instructions),
  });
  if (!response.ok) throw new Error(await response.text());
};

const open = async (url: string): Promise<Page> => {
  context = await openContext(browser, { viewport: phone });
  const page = await context.newPage();
  await page.goto(url);
  return page;
};

/** @param number the number that the person chooses at the platform */
const byFullPage = async (page: Page, number: string): Promise<void> => {
  await page.locator('form[action$="/start"] button').last().click();
  await page.waitForURL('**/dialog/oauth**');
  const choice = page.locator('option', { hasText: number });
  await page.selectOption('select[name=choice]', (await choice.getAttribute('value')) ?? '');
  await page.locator('button').first().click();
};

const instanceOf = async (id: string) =>
  shown.parse((await whole.query('get-partner-instance', { instance_id: id })).body).instance;

/** Numbers of one business account that signed up after everything else. */
const threeNumbers = async (waba: string): Promise<readonly string[]> => {
  const ids = [1, 2, 3].map((place) => `${waba}${place}`);
  for (const [place, id] of ids.entries()) {
    await control({
      number: {
        id,
        waba_id: waba,
        verified_name: `Bakery ${place + 1}`,
        display_phone_number: `+1 555-010-000${place + 1}`,
        last_onboarded_time: '2036-01-01T00:00:00Z',
      },
    });
  }
  return ids;
};

describe('an end customer signs up', () => {
  test('in a window of the platform, with a number of the business app', async () => {
    const { instance, session } = await newLink();
    const page = await open(session.url);
    const start = page.locator('form[action$="/start"] button').first();
    const [popup] = await Promise.all([page.waitForEvent('popup'), start.click()]);
    await popup.check('input[name=coexistence]');
    await picture(popup, 'sign-up-window-phone');
    await pressLast(popup, 'button');
    await page.getByRole('heading', { name: 'Your number is connected' }).waitFor();
    await picture(page, 'sign-up-window-connected-phone');
    expect(await instanceOf(instance.id)).toMatchObject({ status: 'connected', coexistence: true });
  });

  test('and chooses among three numbers, before which nothing is touched', async () => {
    const [, second = ''] = await threeNumbers('810000000000001');
    const { instance, session } = await newLink();
    const page = await open(session.url);
    await byFullPage(page, '+1 555-010-0001');
    await page.getByRole('heading', { name: 'Choose your number' }).waitFor();
    await picture(page, 'sign-up-choice-phone');
    expect(await page.getByRole('radio').count()).toBe(3);
    expect(await instanceOf(instance.id)).toMatchObject({ status: 'connecting', platform_phone_number_id: null });
    await page.locator(`input[value="${second}"]`).check();
    await page.getByRole('button', { name: 'Connect this number' }).click();
    await page.getByRole('heading', { name: 'Your number is connected' }).waitFor();
    expect(await instanceOf(instance.id)).toMatchObject({ status: 'connected', platform_phone_number_id: second });
  });

  test('in Arabic, and enters the PIN of a number that has another one', async () => {
    const number = '820000000000001';
    const display = '+1 555-020-0001';
    const pin = { state: 'other', value: '246813' };
    await control({ number: { id: number, waba_id: '820000000000000', display_phone_number: display, pin } });
    // The platform registers with no other PIN, and does not let the service replace it.
    const refusal = { error: { code: 200, type: 'OAuthException', message: '(#200) Permissions error' } };
    await control({ fault: { method: 'POST', path: `/${number}`, status: 403, body: refusal, skip: 1, times: 1 } });
    const { instance, session } = await newLink({ language: 'ar' });
    const page = await open(session.url);
    expect(await page.locator('html').getAttribute('dir')).toBe('rtl');
    await picture(page, 'sign-up-arabic-phone');
    await byFullPage(page, display);
    await page.locator('input[name=pin]').fill('246813');
    await picture(page, 'sign-up-arabic-pin-phone');
    await page.locator('form[action$="/pin"] button').click();
    await page.waitForURL(session.url);
    expect(await instanceOf(instance.id)).toMatchObject({ status: 'connected', platform_phone_number_id: number });
    await picture(page, 'sign-up-arabic-connected-phone');
  });

  test('cancels in the window, and can begin again', async () => {
    const { instance, session } = await newLink();
    const page = await open(session.url);
    const start = page.locator('form[action$="/start"] button').first();
    const [popup] = await Promise.all([page.waitForEvent('popup'), start.click()]);
    await pressLast(popup, '.cancel');
    await page.locator('[role=status], .notice').first().waitFor();
    await picture(page, 'sign-up-cancelled-phone');
    expect(await instanceOf(instance.id)).toMatchObject({ status: 'awaiting_connection' });
    expect(await start.isEnabled()).toBe(true);
  });
});

test('a page of another site cannot begin a sign-up for its visitor', async () => {
  const { instance, session } = await newLink();
  const page = await open('about:blank');
  await page.route('https://evil.example/**', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<form method="post" action="${session.url}/start"><button>Win a prize</button></form>`,
    }),
  );
  await page.goto('https://evil.example/');
  const [answered] = await Promise.all([page.waitForResponse(`${session.url}/start`), page.click('button')]);
  expect(answered.status()).toBe(403);
  await picture(page, 'sign-up-forged-phone');
  expect(await instanceOf(instance.id)).toMatchObject({ status: 'awaiting_connection' });
});
