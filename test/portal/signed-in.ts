import type { Browser, BrowserContext, Page } from 'playwright-core';
import { z } from 'zod';
import type { WholeStack } from '../../tools/harness/whole-stack.ts';
import { openContext } from '../browser/chromium.ts';

/** How a member signs in to the portal of the local stack: the only place of these tests that knows it. */

export interface Visit {
  readonly page: Page;
  /** What went wrong in the browser, such as breaches of the content security policy. */
  readonly troubles: readonly string[];
}

type Look = Parameters<Browser['newContext']>[0];

const portalUrl = ({ stack }: WholeStack): string =>
  z.object({ portal_url: z.string() }).parse(stack.description).portal_url;

/** Builds the portal, which the first request for it does. */
export const buildPortal = async (whole: WholeStack): Promise<void> => {
  const { status } = await fetch(portalUrl(whole));
  if (status !== 200) throw new Error(`the portal answered ${status}`);
};

/** A browser profile of its own, with clipboard. */
const openWithClipboard = async (browser: Browser, look: Look): Promise<BrowserContext> => {
  const context = await openContext(browser, look);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  return context;
};

const troublesOf = (page: Page): readonly string[] => {
  const troubles: string[] = [];
  page.on('pageerror', ({ message }) => troubles.push(message));
  page.on('console', (message) => {
    // A refusal of the API, which the pages tell themselves, is in the console as well.
    const isRefusal = message.text().startsWith('Failed to load resource');
    if (message.type() === 'error' && !isRefusal) troubles.push(message.text());
  });
  return troubles;
};

/**
 * Opens a page of the portal as a member does who is not signed in.
 * @param who the role of a seeded member, or an e-mail address
 * @param path below the portal
 */
export const signIn = async (
  browser: Browser,
  whole: WholeStack,
  who: string,
  path = '',
  look: Look = {},
): Promise<Visit> => {
  const email = who.includes('@') ? who : whole.partner.members.find(({ role }) => role === who)?.email;
  if (email === undefined) throw new Error(`no ${who} was seeded`);
  const context = await openWithClipboard(browser, look);
  const page = await context.newPage();
  const troubles = troublesOf(page);
  await page.goto(`${portalUrl(whole)}${path}`);
  await page.getByRole('button', { name: email }).click();
  // The page of the sign-in has a heading as well.
  await page.waitForURL((url) => url.href.startsWith(portalUrl(whole)));
  await page.locator('main h1').waitFor();
  return { page, troubles };
};

/** Opens another page in the same browser. The cookie of the sign-in answers for the member. */
export const goTo = async (whole: WholeStack, page: Page, path: string): Promise<void> => {
  await page.goto(`${portalUrl(whole)}${path}`);
  await page.locator('main h1').waitFor();
};
