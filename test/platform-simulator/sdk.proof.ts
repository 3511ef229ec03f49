import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { startLoopbackServer } from '@swift-worker/loopback/server.ts';
import type { LoopbackServer } from '@swift-worker/loopback/server.ts';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { desktop, openBrowser, openContext, phone, picture, pressLast } from '../browser/chromium.ts';
import { APP_ID, CONFIG_ID, runPlatform } from './running-platform.ts';
import type { RunningPlatform } from './running-platform.ts';

const EXTRAS = { version: 'v4', setup: {}, featureType: 'whatsapp_business_app_onboarding' };

let browser: Browser;
let context: BrowserContext;
let platform: RunningPlatform;
let site: LoopbackServer;

beforeAll(async () => {
  browser = await openBrowser();
  platform = await runPlatform();
  site = await startLoopbackServer({
    port: 0,
    log: () => undefined,
    handle: (request, response) => {
      const cut = request.url?.startsWith('/cut') === true;
      response.writeHead(200, {
        'content-type': 'text/html; charset=utf-8',
        ...(cut ? { 'cross-origin-opener-policy': 'same-origin' } : {}),
      });
      response.end(hostPage());
      return Promise.resolve();
    },
  });
  await platform.control({ app: { redirect_uris: [`${originOf()}/back`] } });
});
afterAll(async () => {
  await browser.close();
  await site.stop();
  await platform.stop();
});
afterEach(async () => {
  await context.close();
});

const originOf = (): string => `http://127.0.0.1:${site.port}`;

/** As the platform's own page shows it: https://developers.facebook.com/documentation/business-messaging/whatsapp/embedded-signup/implementation */
const hostPage = (): string => `<!doctype html>
<title>Host</title>
<button id="connect">Connect</button>
<script>
  window.answers = [];
  window.messages = [];
  window.fbAsyncInit = () => FB.init({ appId: '${APP_ID}', autoLogAppEvents: true, xfbml: true, version: 'v26.0' });
  addEventListener('message', ({ origin, data }) => messages.push({ origin, data }));
  const login = () => FB.login((answer) => answers.push(answer), {
    config_id: '${CONFIG_ID}', response_type: 'code', override_default_response_type: true,
    extras: ${JSON.stringify(EXTRAS)},
  });
  document.querySelector('#connect').addEventListener('click', login);
</script>
<script async defer crossorigin="anonymous" src="${platform.sdkUrl}"></script>`;

const openHost = async (path = '/'): Promise<Page> => {
  context = await openContext(browser);
  const page = await context.newPage();
  await page.goto(`${originOf()}${path}`);
  await page.waitForFunction('window.FB !== undefined');
  return page;
};
const openWindow = async (page: Page): Promise<Page> => {
  const [popup] = await Promise.all([page.waitForEvent('popup'), page.click('#connect')]);
  await popup.waitForLoadState();
  return popup;
};
const answerOf = async (page: Page): Promise<unknown> => {
  await page.waitForFunction('window.answers.length > 0');
  return page.evaluate('window.answers[0]');
};
const infoOf = async (page: Page): Promise<unknown> => {
  await page.waitForFunction('window.messages.some(({ data }) => data.startsWith("{"))');
  return page.evaluate('JSON.parse(window.messages.find(({ data }) => data.startsWith("{")).data)');
};
const continueIn = (popup: Page): Promise<void> => pressLast(popup, 'button');

describe('a sign-up in a window', () => {
  test('gives the code to the callback and posts the session information, in either order', async () => {
    for (const round of [1, 2]) {
      const page = await openHost();
      await continueIn(await openWindow(page));
      expect(await answerOf(page)).toEqual({
        authResponse: { code: expect.stringMatching(/^AQ/), expiresIn: null, userID: null },
        status: 'connected',
      });
      expect(await infoOf(page)).toMatchObject({ type: 'WA_EMBEDDED_SIGNUP', event: 'FINISH' });
      const origins = await page.evaluate('[...new Set(window.messages.map(({ origin }) => origin))]');
      expect(origins).toEqual([new URL(platform.sdkUrl).origin]);
      if (round === 1) await context.close();
    }
  });

  test('is what the person chooses: a number on the business app, nothing reported, cancelled', async () => {
    const page = await openHost();
    const popup = await openWindow(page);
    await popup.check('input[name=coexistence]');
    await continueIn(popup);
    expect(await infoOf(page)).toMatchObject({ event: 'FINISH_WHATSAPP_BUSINESS_APP_ONBOARDING' });

    await page.evaluate('window.answers = []; window.messages = [];');
    const quiet = await openWindow(page);
    await quiet.selectOption('select[name=message]', 'none');
    await continueIn(quiet);
    expect(await answerOf(page)).toMatchObject({ status: 'connected' });
    expect(await page.evaluate('window.messages.length')).toBe(1);

    await page.evaluate('window.answers = []; window.messages = [];');
    const cancelled = await openWindow(page);
    await pressLast(cancelled, '.cancel');
    expect(await answerOf(page)).toEqual({ authResponse: null, status: 'unknown' });
    expect(await infoOf(page)).toMatchObject({ event: 'CANCEL', data: { current_step: 'PHONE_NUMBER_SETUP' } });
  });

  // https://github.com/nyaruka/rapidpro/pull/6775
  test('that the person closes gives no code and tells nothing', async () => {
    const page = await openHost();
    await (await openWindow(page)).close();
    expect(await answerOf(page)).toEqual({ authResponse: null, status: 'unknown' });
    expect(await page.evaluate('window.messages')).toEqual([]);
  });

  // https://github.com/KingPin/Garrul/pull/58
  test('is cut off from a page whose opener policy is same-origin', async () => {
    const page = await openHost('/cut');
    const popup = await openWindow(page);
    expect(await answerOf(page)).toEqual({ authResponse: null, status: 'unknown' });
    expect(await popup.evaluate('window.opener')).toBeNull();
  });

  test('that the browser blocks makes no call back', async () => {
    const page = await openHost();
    // As browsers answer outside a click. The browser of these tests has no such protection.
    await page.evaluate('window.open = () => null; login()');
    expect(await page.evaluate('window.answers')).toEqual([]);
    expect(context.pages()).toHaveLength(1);
  });

  test('wants a version, and a callback that is a plain function', async () => {
    const page = await openHost();
    expect(await page.evaluate('try { FB.init({ appId: "1" }) } catch (error) { error.message }')).toMatch(
      /valid version/,
    );
    const text = await page.evaluate('try { FB.login(async () => 1) } catch (error) { error.message }');
    expect(text).toBe('Expression is of type asyncfunction, not function');
  });
});

describe('the pages of the simulator', () => {
  test.each([
    ['phone', phone, 'light'],
    ['phone-dark', phone, 'dark'],
    ['desktop', desktop, 'light'],
  ] as const)('fit the window, and have no script of their own: %s', async (name, viewport, colorScheme) => {
    await platform.signUp({ redirect_uri: `${originOf()}/back`, waba: '92001' });
    context = await openContext(browser, { viewport, colorScheme });
    const page = await context.newPage();
    const url = new URL(platform.dialogUrlWith({ extras: JSON.stringify(EXTRAS), sdk: 'joey', origin: originOf() }));
    await page.goto(url.href);
    await picture(page, `simulator-sign-up-${name}`);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    url.searchParams.set('config_id', '1');
    await page.goto(url.href);
    await picture(page, `simulator-refused-${name}`);
    expect(await page.textContent('main')).toMatch(/config_id\) is unknown/);
  });
});
