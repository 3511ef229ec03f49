import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { languages } from '../../lambdas/connect/page/language.ts';
import { everyPage, plainTexts } from '../connect/every-page.ts';
import { openBrowser, openContext, phone, picture } from './chromium.ts';
import { barriersOf, looks, widthOf } from './looks.ts';
import { startPageServer, type PageServer } from './page-server.ts';

let server: PageServer;
let browser: Browser;

beforeAll(async () => {
  [server, browser] = await Promise.all([startPageServer(), openBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});

const start = `/connect/${plainTexts.token}/start`;
const finish = `/connect/${plainTexts.token}/finish`;
const sent = (page: Page): Promise<void> => page.getByRole('heading', { name: 'Sent' }).waitFor();

/** Targets that are smaller than WCAG's minimum: https://www.w3.org/TR/WCAG22/#target-size-minimum */
const smallTargets = (page: Page): Promise<readonly string[]> =>
  page.evaluate<string[]>(`Array.from(document.querySelectorAll('a, button, input:not([type=hidden]), .option'))
    .filter((target) => target.offsetParent !== null)
    .filter((target) => { const { width, height } = target.getBoundingClientRect(); return (width < 24 || height < 24) && target.type !== 'radio'; })
    .map((target) => target.outerHTML)`);

const expectClean = async (page: Page, width: number): Promise<void> => {
  expect([page.url(), await barriersOf(page)]).toEqual([page.url(), []]);
  expect([page.url(), await smallTargets(page)]).toEqual([page.url(), []]);
  expect([page.url(), await widthOf(page)]).toEqual([page.url(), width]);
};

describe('every page', () => {
  test('has no barriers and fits on a phone', async () => {
    const page = await (await openContext(browser, { viewport: phone })).newPage();
    for (const name of everyPage('en', plainTexts).keys()) {
      await page.goto(`${server.origin}/en/${name}`);
      await expectClean(page, phone.width);
    }
    await page.context().close();
  });

  test.each(languages)('fits on a phone, in %s', async (language) => {
    const page = await (await openContext(browser, { viewport: phone })).newPage();
    for (const name of everyPage(language, plainTexts).keys()) {
      await page.goto(`${server.origin}/${language}/${name}`);
      expect([page.url(), await widthOf(page)]).toEqual([page.url(), phone.width]);
    }
    await page.context().close();
  });

  const pictured = [
    'invitation',
    'reconnection-blocked',
    'choice-missing',
    'pin-wrong',
    'progress-identified',
    'progress-registration_limit',
    'progress-name_not_approved',
    'completed-blocked',
    'failed-pin_locked',
  ];
  test.each(looks)(
    'has no barriers and fits in %s, from left to right and from right to left',
    async (look, options) => {
      const page = await (await openContext(browser, options)).newPage();
      for (const language of look === 'phone-light' ? languages : (['en', 'ar'] as const)) {
        for (const name of pictured) {
          await page.goto(`${server.origin}/${language}/${name}`);
          await picture(page, `connect-${language}-${name}-${look}`);
          await expectClean(page, options.viewport.width);
        }
      }
      await page.context().close();
    },
  );
});

describe('a form', () => {
  test('is filled in and sent with the keyboard alone: a number', async () => {
    const page = await (await openContext(browser, { viewport: phone })).newPage();
    await page.goto(`${server.origin}/en/choice`);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowDown');
    await picture(page, 'connect-choice-chosen');
    await expectClean(page, phone.width);
    await page.keyboard.press('Enter');
    await sent(page);
    expect(server.forms.at(-1)).toEqual({
      path: `/connect/${plainTexts.token}/choose`,
      fields: { proof: 'proof', number: '2' },
    });
    await page.context().close();
  });

  test.each([
    ['123456', '123456'],
    ['١٢٣٤٥٦', '١٢٣٤٥٦'],
    ['123 456', '123 456'],
  ])('takes a PIN as a keyboard of its language writes it: %s', async (typed, value) => {
    const page = await (await openContext(browser, { viewport: phone })).newPage();
    await page.goto(`${server.origin}/ar/pin-wrong`);
    // The error is read with the field, which has the focus.
    await page.waitForFunction(`document.activeElement.id === 'pin'`);
    await page.keyboard.type(typed);
    await page.keyboard.press('Enter');
    await sent(page);
    expect(server.forms.at(-1)?.fields).toEqual({ proof: 'proof', pin: value });
    await page.context().close();
  });

  test('does not send a PIN that is none', async () => {
    const page = await (await openContext(browser, { viewport: phone })).newPage();
    await page.goto(`${server.origin}/en/pin`);
    await page.locator('#pin').fill('12345');
    const before = server.forms.length;
    await page.getByRole('button', { name: 'Continue' }).click();
    expect(await page.evaluate('document.querySelector("#pin").validity.patternMismatch')).toBe(true);
    expect(server.forms).toHaveLength(before);
    await page.context().close();
  });
});

describe('the progress page', () => {
  test('loads anew when there is something new, and not before', async () => {
    const page = await (await openContext(browser, { viewport: phone })).newPage();
    const path = `/connect/${plainTexts.token}/progress`;
    let reads = 0;
    let loads = 0;
    await page.route(`**${path}`, async (route) => {
      if (route.request().resourceType() === 'document') {
        loads += 1;
        await route.fulfill({ contentType: 'text/html', body: '<h1>News</h1>' });
        return;
      }
      reads += 1;
      const step = reads < 3 ? 'identified' : 'registered';
      await route.fulfill({ contentType: 'text/html', body: `<a data-step="${step}"></a>` });
    });
    await page.goto(`${server.origin}/en/progress-identified`);
    await page.getByRole('heading', { name: 'News' }).waitFor();
    expect([reads, loads]).toEqual([3, 1]);
    await page.context().close();
  });

  test('loads anew when the session leads elsewhere', async () => {
    const page = await (await openContext(browser, { viewport: phone })).newPage();
    const path = `/connect/${plainTexts.token}/progress`;
    server.redirects.set(path, `${server.platform}/done`);
    await page.goto(`${server.origin}/en/progress-identified`);
    await page.waitForURL(`${server.platform}/done`);
    server.redirects.clear();
    await page.context().close();
  });
});

describe('the sign-up in a window', () => {
  const message = JSON.stringify({
    type: 'WA_EMBEDDED_SIGNUP',
    event: 'FINISH',
    data: { phone_number_id: '770000000000301', waba_id: '310000000000101' },
  });
  const cancelled = JSON.stringify({
    type: 'WA_EMBEDDED_SIGNUP',
    event: 'CANCEL',
    data: { current_step: 'PHONE_NUMBER_SETUP' },
  });
  const code = `answered({ authResponse: { code: 'a-code' }, status: 'connected' });`;
  const none = `answered({ authResponse: null, status: 'unknown' });`;
  const from = (origin: string, text: string): string =>
    `window.dispatchEvent(new MessageEvent('message', { origin: '${origin}', data: ${JSON.stringify(text)} }));`;

  let page: Page;
  let problems: string[];
  beforeEach(async () => {
    page = await (await openContext(browser, { viewport: phone })).newPage();
    problems = [];
    page.on('console', (line) => {
      if (line.type() === 'error') problems.push(line.text());
    });
  });

  /** Opens the page, and presses its button when the platform's script is there. */
  const press = async (onLogin: string): Promise<void> => {
    server.onLogin = onLogin;
    await page.goto(`${server.origin}/popup`);
    await page.waitForFunction('window.initialised !== undefined');
    await page.getByRole('button', { name: 'Continue to sign-in' }).click();
  };

  test('asks the platform’s script as documented', async () => {
    await press('');
    expect(await page.evaluate('window.initialised')).toEqual({
      appId: '100000000000001',
      autoLogAppEvents: true,
      xfbml: true,
      version: 'v26.0',
    });
    expect(await page.evaluate('window.loggedIn')).toEqual({
      config_id: '200000000000001',
      response_type: 'code',
      override_default_response_type: true,
      extras: { version: 'v4', setup: {} },
    });
    await page.getByText('Please continue in the window').waitFor();
    await picture(page, 'connect-popup-opened');
    await expectClean(page, phone.width);
    expect(problems).toEqual([]);
  });

  test.each([
    ['before the code', (platform: string) => from(platform, message) + code, { code: 'a-code', info: message }],
    ['after the code', (platform: string) => code + from(platform, message), { code: 'a-code', info: message }],
    ['never', () => code, { code: 'a-code', info: '' }],
    ['from another site', () => from('https://evil.example', message) + code, { code: 'a-code', info: '' }],
    ['of a cancellation', (platform: string) => from(platform, cancelled) + none, { code: '', info: cancelled }],
    ['never, and no code', () => none, { code: '', info: '' }],
  ])('sends what came, with the message %s', async (_when, onLogin, fields) => {
    await press(onLogin(server.platform));
    await sent(page);
    expect(server.forms.at(-1)).toEqual({ path: finish, fields: { proof: 'proof', ...fields } });
    expect(problems).toEqual([]);
  });

  test('takes the message of a window of the platform', async () => {
    const script = `opener.postMessage(${JSON.stringify(message)}, '*'); close();`;
    await page
      .context()
      .route(`${server.platform}/window`, (route) =>
        route.fulfill({ contentType: 'text/html', body: `<script>${script}</script>` }),
      );
    await press(`addEventListener('message', () => { ${code} }); window.open('${server.platform}/window');`);
    await sent(page);
    expect(server.forms.at(-1)?.fields).toEqual({ proof: 'proof', code: 'a-code', info: message });
  });

  test('tells that the browser blocked the window, and offers the full page', async () => {
    await page.addInitScript('window.open = () => null');
    await press(`window.open('${server.platform}/window'); ${none}`);
    await page.getByText('Your browser blocked the window').waitFor();
    await picture(page, 'connect-popup-blocked');
    await expectClean(page, phone.width);
    await page.getByRole('button', { name: 'Sign in on a full page' }).click();
    await sent(page);
    expect(server.forms.at(-1)).toEqual({ path: start, fields: { proof: 'proof' } });
  });

  test('leads to the full page when the script of the platform is blocked', async () => {
    server.onLogin = null;
    await page.goto(`${server.origin}/popup`);
    await page.getByText('A content blocker may be the reason').waitFor();
    await picture(page, 'connect-popup-not-loaded');
    await expectClean(page, phone.width);
    await page.getByRole('button', { name: 'Continue to sign-in' }).click();
    await sent(page);
    expect(server.forms.at(-1)).toEqual({ path: start, fields: { proof: 'proof' } });
  });

  test('leads to the full page without scripts', async () => {
    const context = await openContext(browser, { viewport: phone, javaScriptEnabled: false });
    const plain = await context.newPage();
    await plain.goto(`${server.origin}/popup`);
    await plain.getByRole('button', { name: 'Continue to sign-in' }).click();
    await sent(plain);
    expect(server.forms.at(-1)).toEqual({ path: start, fields: { proof: 'proof' } });
    await context.close();
  });

  test('is refused to scripts that the page does not name', async () => {
    server.onLogin = '';
    await page.goto(`${server.origin}/popup`);
    await page.evaluate(`(() => {
      const script = document.createElement('script');
      script.textContent = 'window.taken = 1';
      document.body.append(script);
      const other = document.createElement('script');
      other.src = '${server.origin}/other.js';
      document.body.append(other);
    })()`);
    expect(await page.evaluate('window.taken')).toBeUndefined();
    await expect(page.evaluate(`fetch('https://evil.example/')`)).rejects.toThrow();
    expect(problems.join(' ')).toMatch(/Content Security Policy/);
  });
});
