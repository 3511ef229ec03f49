import { describe, expect, test } from '@jest/globals';
import type { Page, Request } from 'playwright-core';
import { z } from 'zod';
import { addCustomer } from '../../tools/harness/stack-scene.ts';
import type { WholeStack } from '../../tools/harness/whole-stack.ts';
import { picture } from '../browser/chromium.ts';
import { barriersOf } from '../browser/looks.ts';
import { en } from '../../portal/src/texts/en.ts';
import { confirm, dialogOf } from './acts.ts';
import { openPortal } from './opened.ts';
import { asOwner } from './scene.ts';
import { goTo, signIn } from './signed-in.ts';

const opened = openPortal();

const isRenewal = (request: Request): boolean =>
  request.url().endsWith('/oauth2/token') && (request.postData() ?? '').includes('grant_type=refresh_token');
const isCall = (request: Request): boolean => request.url().includes('/functions/');

const tokenOf = async (request: Request): Promise<string> => (await request.headerValue('authorization')) ?? '';

/** How long the token of a request is valid, in milliseconds. */
const validityOf = (bearer: string): number => {
  const [, claims = ''] = bearer.split('.');
  const { exp, iat } = z
    .object({ exp: z.number(), iat: z.number() })
    .parse(JSON.parse(Buffer.from(claims, 'base64url').toString()));
  return (exp - iat) * 1000;
};

/** Lets the page read again, as it does when its member comes back to it. @returns the token of the first call */
const comeBack = async (page: Page): Promise<string> => {
  const call = page.waitForRequest(isCall);
  await page.evaluate("document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))");
  return tokenOf(await call);
};

/** Writes a name into the dialog that edits the customer, and does not save it. */
const typeName = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('button', { name: 'Edit' }).click();
  await dialogOf(page).getByLabel('Name').fill(name);
};

describe('a token that expired', () => {
  test('is renewed once by the next reads; the page stays, with what was typed', async () => {
    const { whole, browser } = opened();
    const id = await addCustomer(whole, 'renewed', 'Café Velho');
    const { page } = await signIn(browser, whole, 'developer', `customers/${id}`);
    await page.waitForLoadState('networkidle');
    await page.clock.setSystemTime(Date.now() + 60_000);
    const first = await comeBack(page);
    await typeName(page, 'Café Novo');
    const renewals: string[] = [];
    const departures: string[] = [];
    page.on('request', (request) => {
      if (isRenewal(request)) renewals.push(request.url());
    });
    page.on('framenavigated', (frame) => departures.push(frame.url()));
    await page.clock.setSystemTime(Date.now() + validityOf(first) + 60_000);
    expect(await comeBack(page)).not.toBe(first);
    expect(await dialogOf(page).getByLabel('Name').inputValue()).toBe('Café Novo');
    await confirm(page, 'Save');
    await page.getByRole('heading', { name: 'Café Novo', level: 1 }).waitFor();
    expect(renewals).toHaveLength(1);
    expect(departures).toEqual([]);
  });

  test('and cannot be renewed has the member sign in again; then the page goes on, with what was typed', async () => {
    const { whole, browser } = opened();
    const id = await addCustomer(whole, 'ended', 'Café Antes');
    const { page } = await signIn(browser, whole, 'developer');
    const arrival = page.waitForResponse('**/oauth2/token');
    await goTo(whole, page, `customers/${id}`);
    const { id_token: token, refresh_token: refreshToken } = issued.parse(await (await arrival).json());
    await typeName(page, 'Café Depois');
    await endSignIn(whole, page, refreshToken);
    await expire(page, token);
    await confirm(page, 'Save');
    await page.getByText('Your session has ended').waitFor();
    await picture(page, 'portal-session-ended-desktop', false);
    expect(await barriersOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'Close' }).last().click();
    expect(await dialogOf(page).getByLabel('Name').inputValue()).toBe('Café Depois');
    expect(await barriersOf(page)).toEqual([]);
    const newTab = page.context().waitForEvent('page');
    await page.getByRole('link', { name: 'Sign in in a new tab' }).click();
    const other = await newTab;
    await other.getByRole('button', { name: 'developer@partner-one.example' }).click();
    await other.getByRole('heading', { name: /^Café/, level: 1 }).waitFor();
    await page.getByText('Your session has ended').waitFor({ state: 'hidden' });
    await page.getByRole('heading', { name: 'Café Depois', level: 1 }).waitFor();
  });
});

const issued = z.object({ id_token: z.string(), refresh_token: z.string() });
const settings = z.object({ signInUrl: z.string(), clientId: z.string() });

/** Revokes the refresh token and forgets the browser at the sign-in, as happens when a sign-in was too long ago. */
const endSignIn = async ({ stack }: WholeStack, page: Page, refreshToken: string): Promise<void> => {
  const config = await page.request.get(new URL('config.json', stack.description.portal_url).href);
  const { signInUrl, clientId } = settings.parse(await config.json());
  const form = { token: refreshToken, client_id: clientId };
  const { ok } = await fetch(`${signInUrl}/oauth2/revoke`, { method: 'POST', body: new URLSearchParams(form) });
  expect(ok).toBe(true);
  await page.context().clearCookies();
};

/** From now on the service refuses the token, as it does a token of the past. */
const expire = async (page: Page, token: string): Promise<void> => {
  await page.route('**/functions/**', async (route) => {
    const headers = await route.request().allHeaders();
    const isExpired = headers['authorization'] === `Bearer ${token}`;
    await route.continue({ headers: { ...headers, ...(isExpired ? { authorization: 'Bearer expired' } : {}) } });
  });
};

describe('a member of several partners', () => {
  test('chooses one, and finds it again after a reload', async () => {
    const { whole, browser } = opened();
    const [, other] = whole.stack.description.partners;
    if (other === undefined) throw new Error('no second partner was seeded');
    await addCustomer(whole, 'of-one', 'Café da Primeira');
    const invitation = { email: 'support@partner-one.example', role: 'admin' };
    expect((await asOwner(whole, other, 'POST', 'invite-partner-member', invitation)).status).toBe(201);
    const { page } = await signIn(browser, whole, 'support', 'customers');
    await page.getByRole('button', { name: en.shell.acceptOf('Partner Two') }).click();
    await page.getByText(/invites you/).waitFor({ state: 'detached' });
    const banner = page.getByRole('banner');
    const choose = async (name: string): Promise<void> => {
      await banner.getByRole('button', { name: 'Account' }).click();
      await page.getByRole('menuitemcheckbox', { name }).click();
      await banner.getByText(name).waitFor();
    };
    await choose('Partner One');
    const customer = page.getByRole('link', { name: 'Café da Primeira' });
    await customer.waitFor();
    expect(await page.getByRole('button', { name: 'New customer' }).isVisible()).toBe(false);
    await customer.click();
    await page.getByRole('heading', { name: 'Café da Primeira', level: 1 }).waitFor();
    await choose('Partner Two');
    await page.getByText('There are no customers yet').waitFor();
    await page.getByRole('button', { name: 'New customer' }).first().waitFor();
    await page.reload();
    await page.getByText('There are no customers yet').waitFor();
    await banner.getByText('Partner Two').waitFor();
    await choose('Partner One');
    await customer.waitFor();
    // As a mail about the other's notifications leads.
    await goTo(whole, page, `notifications?partner=${other.partner_id}`);
    await banner.getByText('Partner Two').waitFor();
  });
});

describe('a member', () => {
  test('who signs out in one tab is signed out in the other', async () => {
    const { whole, browser } = opened();
    const { page } = await signIn(browser, whole, 'admin');
    const other = await page.context().newPage();
    await goTo(whole, other, 'customers');
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'admin@partner-one.example' }).waitFor();
    await other.getByRole('heading', { name: 'You signed out' }).waitFor();
  });
});
