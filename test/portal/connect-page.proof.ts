import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser } from 'playwright-core';
import type { WholeStack } from '../../tools/harness/whole-stack.ts';
import { picture } from '../browser/chromium.ts';
import { barriersOf, looks, widthOf } from '../browser/looks.ts';
import { choose } from './acts.ts';
import { openPortal } from './opened.ts';
import { goTo, signIn } from './signed-in.ts';

const opened = openPortal();
let whole: WholeStack;
let browser: Browser;

beforeAll(() => {
  ({ whole, browser } = opened());
});

describe('the connect page', () => {
  test('gets another name and colour, which the preview shows before they are saved', async () => {
    const { page, troubles } = await signIn(browser, whole, 'developer');
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Connect page' }).click();
    await page.getByLabel('Name').fill('Sunrise Messaging');
    await page.getByLabel('Colour', { exact: false }).first().fill('#ffcc00');
    const preview = page.locator('.hosted');
    await preview.getByText('Sunrise Messaging').first().waitFor();
    const style = `getComputedStyle(document.querySelector('.hosted-button'))`;
    expect(await page.evaluate(`${style}.backgroundColor`)).toBe('rgb(255, 204, 0)');
    expect(await page.evaluate(`${style}.color`)).toBe('rgb(0, 0, 0)');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The connect page was saved').first().waitFor();
    const { body } = await whole.query('get-partner-connect-page');
    expect(body['connect_page']).toMatchObject({ display_name: 'Sunrise Messaging', color: '#ffcc00', logo_url: null });
    expect(troubles).toEqual([]);
  });

  test('names the field that is not right', async () => {
    const { page } = await signIn(browser, whole, 'owner', 'connect-page');
    await page.getByLabel('Address of the logo').fill('http://app.example/logo.png');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The address must begin with https://.').first().waitFor();
    expect(await barriersOf(page)).toEqual([]);
  });

  test.each(looks)('is shown in each of its languages, from right to left too: %s', async (name, look) => {
    const { page, troubles } = await signIn(browser, whole, 'owner', 'connect-page', { ...look, locale: 'pt-BR' });
    await page.getByText('Conecte seu número').waitFor();
    await picture(page, `portal-connect-page-${name}`);
    expect(await barriersOf(page)).toEqual([]);
    expect(await widthOf(page)).toBe(look.viewport.width);
    for (const language of ['inglês', 'espanhol', /^h[ií]ndi$/, 'indonésio', 'árabe']) {
      await choose(page, 'Idioma da página', language);
      expect([language, await barriersOf(page)]).toEqual([language, []]);
    }
    expect(await page.locator('.hosted').getAttribute('dir')).toBe('rtl');
    await picture(page, `portal-connect-page-arabic-${name}`);
    expect(troubles).toEqual([]);
  });

  test('can be seen and not changed by support, and is not shown to a viewer', async () => {
    const { page } = await signIn(browser, whole, 'support', 'connect-page');
    await page.locator('.hosted').waitFor();
    expect(await page.getByRole('button', { name: 'Save' }).count()).toBe(0);
    const { page: other } = await signIn(browser, whole, 'viewer');
    expect(await other.getByRole('link', { name: 'Connect page' }).count()).toBe(0);
    await goTo(whole, other, 'connect-page');
    await other.getByText('Your role is Viewer.').first().waitFor();
  });
});
