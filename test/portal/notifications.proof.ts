import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { addConnectedLine, addCustomer, control } from '../../tools/harness/stack-scene.ts';
import { until } from '../../tools/harness/whole-stack.ts';
import { choose } from './acts.ts';
import { openPortal } from './opened.ts';
import { asOwner } from './scene.ts';
import { goTo, signIn } from './signed-in.ts';

const opened = openPortal();

/** What the service says, and what the pages say of it. */
const causes = ['An instance needs to be connected again', 'Your webhook endpoint was disabled'] as const;
const lost = 'A line must be connected again';
const disabled = 'Your endpoint was disabled';

/** A line loses its connection, and the endpoint says that it is gone. */
beforeAll(async () => {
  const { whole } = opened();
  const customer = await addCustomer(whole, 'told', 'Café Aviso');
  const line = await addConnectedLine(whole, customer, 'told-01', 'Aviso');
  await control(whole, { token: { expire: true, waba_id: line.wabaId } });
  await whole.command('POST', 'refresh-partner-instance-platform', { instance_id: line.id });
  await whole.receiver({ status: 410, method: 'POST' });
  await addCustomer(whole, 'told', 'Café Aviso Dois');
  await until(
    async () => (await asOwner(whole, whole.partner, 'GET', 'list-partner-notifications')).text(),
    (all) => causes.every((cause) => all.includes(cause)),
  );
});

const unreadIn = (page: Page, count: number): Promise<void> =>
  page.getByRole('link', { name: `Notifications ${count} unread` }).waitFor();

const list = (page: Page): Locator => page.getByRole('table', { name: 'Notifications' });

describe('notifications', () => {
  test('are filtered by their category', async () => {
    const { whole, browser } = opened();
    const { page } = await signIn(browser, whole, 'admin', 'notifications');
    await list(page).getByText(disabled).waitFor();
    await choose(page, 'Category', 'Alerts of the platform');
    await list(page).getByText(disabled).waitFor({ state: 'detached' });
    await list(page).getByText(lost).waitFor();
    await choose(page, 'Category', 'Billing');
    await page.getByText('Nothing of this category').waitFor();
  });

  test('are unread until their member reads them: one, then all', async () => {
    const { whole, browser } = opened();
    const { page } = await signIn(browser, whole, 'support');
    await unreadIn(page, 2);
    await page.getByRole('link', { name: 'Notifications 2 unread' }).click();
    await page.getByRole('button', { name: `Mark as read: ${lost}` }).click();
    await list(page).getByText(lost).waitFor({ state: 'detached' });
    await list(page).getByText(disabled).waitFor();
    await unreadIn(page, 1);
    await choose(page, 'Show', 'Read');
    await list(page).getByRole('link', { name: 'Café Aviso' }).waitFor();
    await list(page).getByText(lost).waitFor();
    await list(page).getByText(disabled).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: `Open: ${lost}` }).click();
    await page.getByText('This line must be connected again').waitFor();
    await goTo(whole, page, 'notifications');
    await page.getByRole('button', { name: 'Mark all as read' }).click();
    await page.getByText('Nothing unread').waitFor();
    await page.getByRole('link', { name: 'Notifications', exact: true }).waitFor();
    const { page: another } = await signIn(browser, whole, 'developer');
    await unreadIn(another, 2);
  });

  test('that is opened is read', async () => {
    const { whole, browser } = opened();
    const { page } = await signIn(browser, whole, 'owner', 'notifications');
    // An owner gets the change of the endpoint as well.
    await unreadIn(page, 3);
    await page.getByRole('link', { name: `Open: ${disabled}` }).click();
    await page.getByRole('heading', { name: 'Webhook', level: 1 }).waitFor();
    await unreadIn(page, 2);
  });

  test('of a category that a member does not want are hidden, also after a reload', async () => {
    const { whole, browser } = opened();
    const { page } = await signIn(browser, whole, 'viewer', 'notifications');
    const alerts = page.getByLabel('Alerts of the platform');
    await list(page).getByText(lost).waitFor();
    expect(await alerts.isChecked()).toBe(true);
    await page.getByText('Alerts of the platform').last().click();
    await list(page).getByText(lost).waitFor({ state: 'detached' });
    await unreadIn(page, 1);
    await page.reload();
    await list(page).getByText(disabled).waitFor();
    expect(await alerts.isChecked()).toBe(false);
    expect(await list(page).getByText(lost).isVisible()).toBe(false);
    await page.getByText('Alerts of the platform').last().click();
    await list(page).getByText(lost).waitFor();
  });
});
