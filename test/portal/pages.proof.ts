import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { until, type WholeStack } from '../../tools/harness/whole-stack.ts';
import { picture } from '../browser/chromium.ts';
import { barriersOf, looks, widthOf } from '../browser/looks.ts';
import { expectShown } from './acts.ts';
import { someOf } from '../share.ts';
import { openPortal } from './opened.ts';
import { pagesOf } from './places.ts';
import { setScene, type Scene } from './scene.ts';
import { goTo, signIn } from './signed-in.ts';

const opened = openPortal();
let whole: WholeStack;
let browser: Browser;
let scene: Scene;

beforeAll(async () => {
  ({ whole, browser } = opened());
  scene = await setScene(whole, Date.now());
});

/** A time that a page computes is a later one when it is opened again. */
const timeless = (url: string): string => url.replaceAll(/\d{4}-\d\d-\d\dT[\d:.%A]+Z/g, 'time');

/** The calls to the API that a page sends, each once. */
const callsOf = (
  page: Page,
): { readonly sent: () => ReadonlySet<string>; readonly taken: () => ReadonlySet<string> } => {
  let calls = new Set<string>();
  page.on('request', (request) => {
    const url = new URL(request.url());
    url.searchParams.sort();
    if (url.searchParams.has('route')) calls.add(timeless(url.search));
  });
  return {
    sent: () => calls,
    taken: () => {
      const taken = calls;
      calls = new Set();
      return taken;
    },
  };
};

/** Goes to a page as by a link of the portal. */
const follow = (page: Page, path: string): Promise<unknown> =>
  page.evaluate(`history.pushState(null, '', '/portal/${path}'); dispatchEvent(new PopStateEvent('popstate'));`);

describe('every page', () => {
  test.each(looks)('fits and hides nothing from anybody: %s', async (name, look) => {
    const { page, troubles } = await signIn(browser, whole, 'owner', '', look);
    for (const [place, path] of pagesOf(scene)) {
      await goTo(whole, page, path);
      await page.waitForLoadState('networkidle');
      await picture(page, `portal-${place}-${name}`);
      expect([place, await barriersOf(page)]).toEqual([place, []]);
      expect([place, await widthOf(page)]).toEqual([place, look.viewport.width]);
    }
    expect(troubles).toEqual([]);
  });

  test.each([
    ['owner', pagesOf],
    ['viewer', (all: Scene) => someOf(pagesOf(all))],
  ] as const)('asks nothing by its address that it does not ask by its link: %s', async (role, pages) => {
    const { page } = await signIn(browser, whole, role);
    // The guide ends when it sees that all steps are done, and asks nothing from then on.
    await page.evaluate(`localStorage.setItem('portal.guide.${whole.partner.partner_id}', 'closed')`);
    const calls = callsOf(page);
    /** A page without calls of its own, so that nothing of another page follows. @returns what was sent before */
    const goNowhere = async (): Promise<ReadonlySet<string>> => {
      const sent = calls.taken();
      await goTo(whole, page, 'nowhere');
      await page.waitForLoadState('networkidle');
      return sent;
    };
    await goNowhere();
    await goNowhere();
    const everywhere = calls.taken();
    for (const [, path] of pages(scene)) {
      await goTo(whole, page, path);
      await page.waitForLoadState('networkidle');
      const own = Array.from(await goNowhere()).filter((call) => !everywhere.has(call));
      calls.taken();
      await follow(page, path);
      await until(
        () => Promise.resolve(own.filter((call) => !calls.sent().has(call))),
        (missing) => missing.length === 0,
      );
      await goNowhere();
      calls.taken();
    }
  });

  test('speaks Portuguese to who prefers it, and is as wide', async () => {
    const { page } = await signIn(browser, whole, 'owner', '', { locale: 'pt-BR' });
    await page.getByRole('heading', { name: 'Visão geral' }).waitFor();
    for (const [place, path] of pagesOf(scene)) {
      await goTo(whole, page, path);
      expect(await page.locator('html').getAttribute('lang')).toBe('pt-BR');
      expect([place, await widthOf(page)]).toEqual([place, 1280]);
    }
  });
});

describe('the page of usage', () => {
  test('shows what is billed of a month, to every role, and names test usage', async () => {
    const { page } = await signIn(browser, whole, 'viewer');
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Usage' }).click();
    await page.getByRole('heading', { name: 'This month so far' }).waitFor();
    await page.getByText('This is test usage, which is never billed').waitFor();
    const table = page.getByRole('table', { name: 'By day' });
    await table.getByRole('columnheader', { name: 'Active customers' }).waitFor();
    await table.getByRole('row').nth(1).waitFor();
    await page.getByRole('button', { name: 'Month' }).click();
    await page.getByRole('option').last().click();
    await page.getByText('No usage was recorded in this month').waitFor();
  });
});

describe('a refusal of the service', () => {
  test('is shown in Portuguese, with the field that it is about', async () => {
    const { page } = await signIn(browser, whole, 'owner', 'customers', { locale: 'pt-BR' });
    await page.getByRole('button', { name: 'Novo cliente' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Nome').fill('A');
    await dialog.getByLabel('ID externo').fill('C-999');
    await dialog.getByRole('button', { name: 'Criar cliente' }).click();
    await dialog.getByText('Algo no formulário não está certo').waitFor();
    await dialog.getByText('Nome: O valor é curto ou pequeno demais.').waitFor();
    expect(await barriersOf(page)).toEqual([]);
    await picture(page, 'portal-refusal-portuguese-desktop', false);
  });

  test('is shown on a page of something that does not exist', async () => {
    const { page } = await signIn(browser, whole, 'owner', 'lines/0190a0a0-0000-7000-8000-000000000000', {
      locale: 'pt-BR',
    });
    await page.getByText('Isto não existe').waitFor();
    await page.getByText('Pode ter sido removido.').waitFor();
  });
});

describe('a member', () => {
  test.each([
    ['owner', true, true, true],
    ['admin', true, true, true],
    ['developer', true, true, false],
    ['support', false, true, false],
    ['viewer', false, false, false],
  ])('who is %s sees what the role may do', async (role, writes, seesWebhook, reveals) => {
    const { page } = await signIn(browser, whole, role);
    await expectShown(page.getByRole('link', { name: 'New line' }), writes);
    const navigation = page.getByRole('navigation', { name: 'Pages' });
    await expectShown(navigation.getByRole('link', { name: 'Webhook' }), seesWebhook);
    await navigation.getByRole('link', { name: 'Customers' }).click();
    await page.getByRole('heading', { name: 'Customers', level: 1 }).waitFor();
    await expectShown(page.getByRole('button', { name: 'New customer' }), writes);
    await goTo(whole, page, `lines/${scene.instanceId}`);
    await page.getByText('Front desk').waitFor();
    const actions = page.getByRole('button', { name: 'Actions' });
    await expectShown(actions, writes);
    if (!writes) return;
    await actions.click();
    await page.getByRole('menuitem', { name: 'Move to another customer' }).waitFor();
    await expectShown(page.getByRole('menuitem', { name: 'Reveal the platform token' }), reveals);
  });

  test('who opens a page that the role may not see reads who may', async () => {
    const { page } = await signIn(browser, whole, 'viewer', 'webhook');
    await page.getByText('Your role is Viewer.').first().waitFor();
    await page.getByText('Owners: \u2068owner@partner-one.example\u2069.').first().waitFor();
    expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
  });

  test('comes back from sign-in to the page that was asked for', async () => {
    const { page } = await signIn(browser, whole, 'support', `customers/${scene.customerId}`);
    await page.getByRole('heading', { name: 'Café Aurora' }).waitFor();
    expect(new URL(page.url()).search).toBe('');
  });

  test('goes through the pages with the keyboard, and finds where each begins', async () => {
    const { page } = await signIn(browser, whole, 'owner');
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to the content');
    await page.getByRole('link', { name: 'Customers', exact: true }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Customers', level: 1 }).waitFor();
    await page.waitForFunction("document.activeElement.textContent.includes('Your customers')");
    expect(await page.title()).toBe('Customers – Partner portal');
  });
});
