import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser, Locator, Page } from 'playwright-core';
import { addCustomer } from '../../tools/harness/stack-scene.ts';
import { until, type WholeStack } from '../../tools/harness/whole-stack.ts';
import { picture } from '../browser/chromium.ts';
import { barriersOf, looks, widthOf } from '../browser/looks.ts';
import { sizeOf } from '../share.ts';
import { en } from '../../portal/src/texts/en.ts';
import { act, dialogOf } from './acts.ts';
import { openPortal } from './opened.ts';
import { asOwner, keyIdOf, setScene, type Scene } from './scene.ts';
import { goTo, signIn } from './signed-in.ts';

const opened = openPortal();
let whole: WholeStack;
let browser: Browser;
let scene: Scene;
let inactiveId: string;

beforeAll(async () => {
  ({ whole, browser } = opened());
  scene = await setScene(whole, Date.now());
  inactiveId = await addCustomer(whole, 'C-600', 'Padaria Fechada');
  await whole.command('POST', 'deactivate-partner-customer', { customer_id: inactiveId });
  // A partner with two keys can't issue another one.
  const key_id = keyIdOf(whole.partner.read_only_api_key);
  await asOwner(whole, whole.partner, 'DELETE', 'revoke-partner-api-key', { key_id });
  await whole.command('PATCH', 'update-partner-customer', {
    customer_id: scene.customerId,
    changes: { customer_name: 'Café Aurora Nova' },
  });
  await until(
    () => whole.query('list-partner-webhook-events', { status: 'delivered' }),
    ({ body }) => JSON.stringify(body).includes('customer.updated'),
  );
});

const press = (page: Page, name: string | RegExp): Promise<void> => page.getByRole('button', { name }).first().click();

const search = async (page: Page): Promise<void> => {
  await press(page, 'Search');
  await page.getByRole('combobox').fill('aurora');
  await page.getByRole('option', { name: /^Café Aurora Nova/ }).waitFor();
};

type Opening = readonly [name: string, path: string, open: (page: Page) => Promise<void>];

/** Every dialog by its name, its page, and how it is opened. */
const dialogsOf = ({ customerId, instanceId, waiting }: Scene, team: readonly [string, string]): readonly Opening[] => {
  const [member, key] = team;
  const [customer, line] = [`customers/${customerId}`, `lines/${instanceId}`];
  return [
    ['search', '', search],
    ['new-customer', 'customers', (page) => press(page, 'New customer')],
    ['columns', 'customers', (page) => press(page, 'Preferences')],
    ['edit-customer', customer, (page) => press(page, 'Edit')],
    ['merge-customer', customer, (page) => act(page, 'Merge into another customer')],
    ['deactivate-customer', customer, (page) => act(page, 'Deactivate')],
    ['reactivate-customer', `customers/${inactiveId}`, (page) => act(page, 'Reactivate')],
    ['new-customer-of-line', 'lines/new', (page) => press(page, 'New customer')],
    ['reconnect', line, (page) => press(page, 'Reconnect')],
    ['connect', `lines/${waiting.id}`, (page) => press(page, 'Create a connect link')],
    ['label', line, (page) => act(page, 'Change the label')],
    ['move', line, (page) => act(page, 'Move to another customer')],
    ['deactivate-line', line, (page) => act(page, 'Deactivate')],
    ['reveal', line, (page) => act(page, 'Reveal the platform token')],
    ['rotate', 'webhook', (page) => press(page, 'Rotate the secret')],
    ['test-event', 'webhook', (page) => press(page, 'Send a test event')],
    ['event', 'webhook/events', (page) => press(page, 'Customer changed')],
    ['resend', 'webhook/events', (page) => press(page, 'Send undelivered events again')],
    ['template', 'templates', (page) => press(page, 'spring_sale')],
    ['rich-template', 'templates', (page) => press(page, /^confirmacao/)],
    ['invite', 'team', (page) => press(page, 'Invite a member')],
    ['leave', 'team', (page) => press(page, 'Leave the team')],
    ['role', 'team', (page) => press(page, en.team.changeRoleOf(member))],
    ['remove', 'team', (page) => press(page, en.team.removeOf(member))],
    ['issue', 'team', (page) => press(page, 'Issue a key')],
    ['revoke', 'team', (page) => press(page, `Revoke the key ${key}`)],
  ];
};

const teamOf = ({ partner }: WholeStack): readonly [string, string] => [
  partner.members.find(({ role }) => role === 'viewer')?.email ?? '',
  keyIdOf(partner.api_key),
];

const openList = (page: Page): Locator => page.locator('[role=menu]:visible, [role=listbox]:visible').first();

/** What opens below its button: menus and the options of fields. */
const listsOf = (within: Page | Locator): Locator =>
  within.locator('button[aria-haspopup]:not([aria-haspopup=dialog]):visible:enabled');

/**
 * What axe finds in options that open, and is no barrier. Arrow keys move the active option of a list box, and the list with it; the
 * options of a field in a dialog are beside the dialog, so that its edges do not cut them.
 * https://www.w3.org/WAI/ARIA/apg/patterns/listbox/#keyboardinteraction
 */
const isHarmless = (barrier: string, isInDialog: boolean): boolean =>
  /^scrollable-region-focusable: <div [^>]*role="listbox"[^>]*aria-activedescendant/.test(barrier) ||
  (isInDialog && /^region: <div data-awsui-referrer-id=/.test(barrier));

/** Opens each menu and each field within a page or a dialog. @returns how many, and what is wrong with them */
const openAll = async (page: Page, within: Page | Locator, name: string, width: number) => {
  const faults: string[] = [];
  const count = await listsOf(within).count();
  for (let at = 0; at < count; at += 1) {
    await listsOf(within).nth(at).click();
    await openList(page).waitFor();
    const wide = await widthOf(page);
    const barriers = (await barriersOf(page)).filter((barrier) => !isHarmless(barrier, within !== page));
    faults.push(...barriers.map((barrier) => `${name}, list ${at}: ${barrier}`));
    if (wide !== width) faults.push(`${name}, list ${at}: ${wide} pixels wide`);
    await page.keyboard.press('Escape');
    await openList(page).waitFor({ state: 'hidden' });
  }
  return { count, faults };
};

/** By default the dialogs in one look, and the menus in the other. */
const lookCount = sizeOf({ all: looks.length, byDefault: 1 });

describe('what opens on a page', () => {
  test.each(looks.slice(0, lookCount))(
    'as a dialog fits, and hides nothing from anybody: %s',
    async (look, { viewport, colorScheme }) => {
      const { width } = viewport;
      const { page, troubles } = await signIn(browser, whole, 'owner', '', { viewport, colorScheme });
      const faults: string[] = [];
      for (const [name, path, open] of dialogsOf(scene, teamOf(whole))) {
        await goTo(whole, page, path);
        await page.waitForLoadState('networkidle');
        await open(page);
        await dialogOf(page).waitFor();
        await page.waitForLoadState('networkidle');
        await picture(page, `portal-dialog-${name}-${look}`, false);
        faults.push(...(await barriersOf(page)).map((barrier) => `${name}: ${barrier}`));
        const wide = await widthOf(page);
        if (wide !== width) faults.push(`${name}: ${wide} pixels wide`);
        const lists = await openAll(page, dialogOf(page), `dialog-${name}-${look}`, width);
        faults.push(...lists.faults);
      }
      expect(faults).toEqual([]);
      expect(troubles).toEqual([]);
    },
  );

  test.each(looks.slice(-lookCount))(
    'as a menu or as the options of a field fits, and hides nothing from anybody: %s',
    async (look, { viewport, colorScheme }) => {
      const { width } = viewport;
      const { page, troubles } = await signIn(browser, whole, 'owner', '', { viewport, colorScheme });
      const { customerId, instanceId } = scene;
      const paths = ['customers', `customers/${customerId}`, 'lines', 'lines/new', `lines/${instanceId}`].concat(
        ['webhook', 'webhook/events', 'templates', 'delivery', 'delivery/events', 'notifications', 'usage', 'team'],
        ['connect-page'],
      );
      const faults: string[] = [];
      const counts: Record<string, number> = {};
      for (const path of paths) {
        await goTo(whole, page, path);
        await page.waitForLoadState('networkidle');
        const lists = await openAll(page, page, `${path.replaceAll('/', '-')}-${look}`, width);
        counts[path] = lists.count;
        faults.push(...lists.faults);
      }
      expect(faults).toEqual([]);
      expect(troubles).toEqual([]);
      // The menu of the account is on every page.
      expect(Object.entries(counts).filter(([, count]) => count === 0)).toEqual([]);
    },
  );
});
