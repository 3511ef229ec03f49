import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { z } from 'zod';
import { startWholeStack, type WholeStack } from '../../tools/harness/whole-stack.ts';
import { desktop, openBrowser, openContext, phone, picture } from './chromium.ts';
import { barriersOf } from './looks.ts';

let whole: WholeStack;
let browser: Browser;

beforeAll(async () => {
  whole = await startWholeStack();
  browser = await openBrowser();
});
afterAll(async () => {
  await browser.close();
  await whole.stack.stop();
});

const made = z.object({
  instance: z.object({ id: z.string() }),
  session: z.object({ id: z.string(), url: z.string() }),
});
const shown = z.object({
  instance: z.object({ status: z.string(), platform_phone_number_id: z.string().nullable() }),
});
const simulated = z.object({
  numbers: z.array(
    z.object({ id: z.string(), webhook_configuration: z.object({ phone_number: z.string().optional() }).optional() }),
  ),
});

const success = 'https://partner.example/connected';
let count = 0;
const newLink = async (urls: Record<string, string> = {}): Promise<z.infer<typeof made>> => {
  count += 1;
  const { body } = await whole.command('POST', 'upsert-partner-customer', {
    external_customer_id: `browser-${count}`,
    customer_name: 'Bakery Sunrise',
  });
  const { customer } = z.object({ customer: z.object({ customer_id: z.string() }) }).parse(body);
  const line = await whole.command('POST', 'create-customer-instance', {
    partner_customer_id: customer.customer_id,
    instance_key: `browser-${count}`,
    ...urls,
  });
  return made.parse(line.body);
};

const openPage = async (url: string, viewport = phone, colorScheme: 'light' | 'dark' = 'light'): Promise<Page> => {
  const context = await openContext(browser, { viewport, colorScheme });
  const page = await context.newPage();
  await page.goto(url);
  return page;
};

const headingOf = (page: Page): Promise<string> => page.locator('h1').innerText();
const instanceOf = async (id: string) =>
  shown.parse((await whole.query('get-partner-instance', { instance_id: id })).body).instance;

describe('an end customer with a link', () => {
  test('connects the number and lands at the partner; the callback points to its endpoint', async () => {
    const { instance, session } = await newLink({ success_url: success });
    const page = await openPage(session.url);
    await picture(page, 'connect-invitation-phone-light');
    await page.getByRole('button', { name: 'Continue to sign-in' }).click();
    await page.waitForURL('**/dialog/oauth**');
    await picture(page, 'platform-sign-up-phone');
    const landing = page.waitForRequest((request) => request.url().startsWith(success));
    await page.getByRole('button').first().click();
    await landing;
    const { status, platform_phone_number_id: number } = await instanceOf(instance.id);
    expect(status).toBe('connected');
    const state = simulated.parse(await (await fetch(whole.stack.description.platform.control_url)).json());
    expect(state.numbers.find(({ id }) => id === number)?.webhook_configuration?.phone_number).toBe(
      whole.partner.receiver_url,
    );
    // In a window of its own: the first one still shows that the partner's page can't be reached from here.
    const later = await openPage(session.url);
    await picture(later, 'connect-used-phone');
    expect(await headingOf(later)).toBe('Your number is connected');
  });

  test('that was replaced, cancelled or never made says so', async () => {
    const { instance, session } = await newLink();
    await whole.command('POST', 'create-connect-session', { instance_id: instance.id });
    const replaced = await openPage(session.url);
    await picture(replaced, 'connect-revoked-phone');
    const second = await newLink();
    const page = await openPage(second.session.url);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('heading', { name: 'You cancelled' }).waitFor();
    await picture(page, 'connect-cancelled-phone');
    const unknown = await openPage(`${new URL(session.url).origin}/connect/${'a'.repeat(43)}`);
    await picture(unknown, 'connect-unknown-phone');
    expect([await headingOf(replaced), await headingOf(page), await headingOf(unknown)]).toEqual([
      'This link is no longer valid',
      'You cancelled',
      'This link does not work',
    ]);
  });

  test('sees a page that fits, dark and wide too', async () => {
    const { session } = await newLink();
    for (const [name, viewport] of [
      ['phone', phone],
      ['desktop', desktop],
    ] as const) {
      for (const scheme of ['light', 'dark'] as const) {
        const page = await openPage(session.url, viewport, scheme);
        await picture(page, `connect-invitation-${name}-${scheme}`);
        const width = await page.evaluate('document.documentElement.scrollWidth');
        expect(width).toBe(viewport.width);
      }
    }
  });

  test('reads the page in the language of the browser', async () => {
    const { session } = await newLink();
    for (const [locale, direction, title] of [
      ['ar-EG', 'rtl', 'ربط رقمك'],
      ['pt-BR', 'ltr', 'Conecte seu número'],
      ['fr-FR', 'ltr', 'Connect your number'],
    ] as const) {
      const context = await openContext(browser, { viewport: phone, locale });
      const page = await context.newPage();
      await page.goto(session.url);
      expect([locale, await headingOf(page)]).toEqual([locale, title]);
      expect(await page.locator('html').getAttribute('dir')).toBe(direction);
      expect(await barriersOf(page)).toEqual([]);
      await context.close();
    }
  });

  test('gets through with the keyboard alone', async () => {
    const { session } = await newLink();
    const page = await openPage(session.url);
    const focused = () => page.evaluate('document.activeElement.textContent');
    await page.keyboard.press('Tab');
    expect(await focused()).toBe('Does the number work with another provider now?');
    await page.keyboard.press('Enter');
    expect(await page.locator('details').getAttribute('open')).not.toBeNull();
    await page.keyboard.press('Tab');
    expect(await focused()).toBe('Continue to sign-in');
    await page.keyboard.press('Enter');
    await page.waitForURL(/dialog\/oauth/);
  });
});
