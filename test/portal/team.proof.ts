import { describe, expect, test } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { until, type WholeStack } from '../../tools/harness/whole-stack.ts';
import { picture } from '../browser/chromium.ts';
import { barriersOf } from '../browser/looks.ts';
import { en } from '../../portal/src/texts/en.ts';
import { confirm, copied, dialogOf } from './acts.ts';
import { openPortal } from './opened.ts';
import { asOwner, keyIdOf } from './scene.ts';
import { signIn } from './signed-in.ts';

const opened = openPortal();

const memberRow = (page: Page, email: string): Locator =>
  page.getByRole('table', { name: 'Members' }).getByRole('row', { name: email });
const keyRow = (page: Page, id: string): Locator =>
  page.getByRole('table', { name: 'API keys' }).getByRole('row', { name: id });

const invite = async (page: Page, email: string, role: string): Promise<void> => {
  await page.getByRole('button', { name: 'Invite a member' }).click();
  await dialogOf(page).getByLabel('E-mail').fill(email);
  await dialogOf(page).getByRole('radio', { name: role }).check();
  await confirm(page, 'Invite');
  await dialogOf(page).waitFor({ state: 'detached' });
};

const changeRole = async (page: Page, email: string, role: string): Promise<void> => {
  await page.getByRole('button', { name: en.team.changeRoleOf(email) }).click();
  await dialogOf(page).getByRole('radio', { name: role }).check();
  await confirm(page, 'Save');
};

describe('the team', () => {
  test('is joined by who was invited, who gets another role and is removed', async () => {
    const { whole, browser } = opened();
    const { page } = await signIn(browser, whole, 'owner', 'team');
    await invite(page, 'ana@partner-one.example', 'Developer');
    await memberRow(page, 'ana@partner-one.example').getByText('Developer', { exact: true }).waitFor();
    await memberRow(page, 'ana@partner-one.example').getByText('Invited', { exact: true }).waitFor();
    const { page: anas, troubles } = await signIn(browser, whole, 'ana@partner-one.example');
    await anas.getByRole('heading', { name: 'You are invited' }).waitFor();
    await anas.getByText(en.shell.invitedAs('Partner One', 'Developer')).waitFor();
    await anas.getByRole('button', { name: en.shell.acceptOf('Partner One') }).click();
    // A partner without a line is offered one twice, as soon as it is known that there is none.
    await anas.getByRole('link', { name: 'New line' }).first().waitFor();
    expect(troubles).toEqual([]);
    await page.reload();
    await memberRow(page, 'ana@partner-one.example').getByText('Active', { exact: true }).waitFor();
    await changeRole(page, 'ana@partner-one.example', 'Viewer');
    await memberRow(page, 'ana@partner-one.example').getByText('Viewer', { exact: true }).waitFor();
    await page.getByRole('button', { name: en.team.removeOf('ana@partner-one.example') }).click();
    const remove = dialogOf(page).getByRole('button', { name: 'Remove', exact: true });
    expect(await remove.isDisabled()).toBe(true);
    await dialogOf(page).getByLabel(en.words.typeToConfirm('ana@partner-one.example')).fill('ana@partner-one.example');
    await remove.click();
    await memberRow(page, 'ana@partner-one.example').waitFor({ state: 'detached' });
    const act = page.getByRole('table', { name: 'Audit trail' }).getByRole('row', { name: /Member removed.*owner@/s });
    await act.first().waitFor();
  });

  test('is declined by who was invited, whose sign-in ends', async () => {
    const { whole, browser } = opened();
    const { page } = await signIn(browser, whole, 'owner', 'team');
    await invite(page, 'leo@partner-one.example', 'Viewer');
    const { page: leos } = await signIn(browser, whole, 'leo@partner-one.example');
    await leos.getByRole('button', { name: en.shell.declineOf('Partner One') }).click();
    await leos.getByRole('heading', { name: 'You are invited' }).waitFor({ state: 'detached' });
    await page.reload();
    await memberRow(page, 'owner@partner-one.example').waitFor();
    expect(await memberRow(page, 'leo@partner-one.example').count()).toBe(0);
  });

  test('is joined and left by a member of another partner, whose pages go on', async () => {
    const { whole, browser } = opened();
    const { page } = await signIn(browser, whole, 'owner', 'team');
    await invite(page, 'support@partner-two.example', 'Viewer');
    const { page: theirs } = await signIn(browser, whole, 'support@partner-two.example', 'team');
    await theirs.getByText(en.shell.invitedAs('Partner One', 'Viewer')).waitFor();
    await theirs.getByRole('button', { name: en.shell.acceptOf('Partner One') }).click();
    await theirs.getByText(/invites you/).waitFor({ state: 'detached' });
    await theirs.getByRole('button', { name: /Account/ }).click();
    await theirs.getByRole('menuitemcheckbox', { name: 'Partner One' }).click();
    await memberRow(theirs, 'support@partner-two.example').getByText('Active', { exact: true }).waitFor();
    await theirs.getByRole('button', { name: 'Leave the team' }).click();
    await dialogOf(theirs).getByLabel(en.words.typeToConfirm('Partner One')).fill('Partner One');
    await confirm(theirs, 'Leave');
    await memberRow(theirs, 'owner@partner-two.example').waitFor();
    expect(await memberRow(theirs, 'owner@partner-one.example').count()).toBe(0);
  });

  test('keeps its last owner, whom only owners may change', async () => {
    const { whole, browser } = opened();
    const { page } = await signIn(browser, whole, 'owner', 'team');
    await page.getByRole('button', { name: en.team.changeRoleOf('viewer@partner-one.example') }).waitFor();
    for (const name of [en.team.changeRoleOf, en.team.removeOf].map((of) => of('owner@partner-one.example'))) {
      expect(await page.getByRole('button', { name }).count()).toBe(0);
    }
    const { page: admins } = await signIn(browser, whole, 'admin', 'team');
    await admins.getByRole('button', { name: en.team.changeRoleOf('viewer@partner-one.example') }).waitFor();
    expect(await admins.getByRole('button', { name: /owner@partner-one\.example/ }).count()).toBe(0);
    await admins.getByRole('button', { name: 'Invite a member' }).click();
    await dialogOf(admins).getByRole('radio', { name: 'Admin' }).waitFor();
    expect(await dialogOf(admins).getByRole('radio', { name: 'Owner' }).count()).toBe(0);
  });
});

const callWith = async ({ stack }: WholeStack, key: string): Promise<number> => {
  const { api_url: url, apikey } = stack.description;
  const headers = { apikey, authorization: `Bearer ${key}` };
  return (await fetch(`${url}?route=list-partner-customers`, { headers })).status;
};

const revoke = async (page: Page, id: string): Promise<void> => {
  await page.getByRole('button', { name: `Revoke the key ${id}` }).click();
  await confirm(page, 'Revoke');
  await keyRow(page, id).getByText('Revoked').waitFor();
};

describe('a list', () => {
  test('that was still being read when a command ended shows what the command did', async () => {
    const { whole, browser } = opened();
    const { page } = await signIn(browser, whole, 'owner');
    const first = Promise.withResolvers<undefined>();
    const isRead = ({ searchParams }: URL): boolean => searchParams.get('route') === 'list-partner-members';
    await page.route(
      isRead,
      async (route) => {
        const response = await route.fetch();
        await first.promise;
        await route.fulfill({ response }).catch(() => undefined);
      },
      { times: 1 },
    );
    await page.getByRole('link', { name: 'Team' }).click();
    await invite(page, 'late@partner-one.example', 'Developer');
    first.resolve(undefined);
    await memberRow(page, 'late@partner-one.example').waitFor();
  });
});

describe('an API key', () => {
  test('is shown once when it is issued, works with its scopes, and stops when it is revoked', async () => {
    const { whole, browser } = opened();
    // Ten keys are active then, which is the limit.
    for (let number = 3; number <= 10; number += 1) {
      const key = { scopes: ['usage.read'], label: `Program ${number}` };
      expect((await asOwner(whole, whole.partner, 'POST', 'issue-partner-api-key', key)).status).toBe(201);
    }
    const { page } = await signIn(browser, whole, 'admin', 'team');
    const begin = page.getByRole('button', { name: 'Issue a key' });
    await keyRow(page, keyIdOf(whole.partner.read_only_api_key)).waitFor();
    expect(await begin.getAttribute('aria-disabled')).toBe('true');
    await revoke(page, keyIdOf(whole.partner.read_only_api_key));
    await begin.click();
    await dialogOf(page).getByLabel('usage.read').waitFor();
    const issue = dialogOf(page).getByRole('button', { name: 'Issue', exact: true });
    expect(await issue.isDisabled()).toBe(true);
    await dialogOf(page).getByLabel('customers.read').check();
    await issue.click();
    await dialogOf(page).getByText('It is shown only now.').waitFor();
    const key = await copied(page, dialogOf(page), 'Copy');
    expect(key).toMatch(/^partner_test_/);
    expect(await dialogOf(page).innerText()).toContain(key);
    await dialogOf(page).getByRole('button', { name: 'Close' }).last().click();
    await keyRow(page, keyIdOf(key)).getByText('customers.read').waitFor();
    expect(await page.content()).not.toContain(key);
    expect(await callWith(whole, key)).toBe(200);
    await revoke(page, keyIdOf(key));
    await until(
      () => callWith(whole, key),
      (status) => status === 401,
    );
  });

  test('of a member who is removed is shown to whoever removes the member, and can be revoked at once', async () => {
    const { whole, browser } = opened();
    const { page: admins } = await signIn(browser, whole, 'admin', 'team');
    await admins.getByRole('button', { name: 'Issue a key' }).click();
    await dialogOf(admins).getByLabel('Label').fill('Nightly import');
    await dialogOf(admins).getByLabel('customers.write').check();
    await confirm(admins, 'Issue');
    const key = await copied(admins, dialogOf(admins), 'Copy');
    const { page } = await signIn(browser, whole, 'owner', 'team');
    await page.getByRole('button', { name: en.team.removeOf('admin@partner-one.example') }).click();
    await dialogOf(page)
      .getByLabel(en.words.typeToConfirm('admin@partner-one.example'))
      .fill('admin@partner-one.example');
    await confirm(page, 'Remove');
    await dialogOf(page).getByText('Nightly import').waitFor();
    expect(await barriersOf(page)).toEqual([]);
    await picture(page, 'portal-left-keys-desktop', false);
    await keyRow(page, keyIdOf(key)).getByText('A former member').waitFor();
    await confirm(page, 'Revoke these keys');
    await dialogOf(page).waitFor({ state: 'detached' });
    await keyRow(page, keyIdOf(key)).getByText('Revoked').waitFor();
  });
});
