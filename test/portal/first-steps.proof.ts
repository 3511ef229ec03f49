import { expect, test } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { openLink, signUp } from '../../demo/end-customer.ts';
import { seedOperator } from '../../local/seed-operator.ts';
import { openForSeeding } from '../../local/seeding-principal.ts';
import { addCustomer, addLine } from '../../tools/harness/stack-scene.ts';
import { callsOf, until, type WholeStack } from '../../tools/harness/whole-stack.ts';
import { picture } from '../browser/chromium.ts';
import { barriersOf, looks, widthOf } from '../browser/looks.ts';
import { copied, dialogOf } from './acts.ts';
import { openPortal } from './opened.ts';
import { goTo, signIn } from './signed-in.ts';
import { z } from 'zod';

const opened = openPortal();
const owner = 'first@new-partner.example';

/** A partner as the operator lets it in: an owner and a secret, and nothing else. */
const letIn = async ({ stack }: WholeStack): Promise<void> => {
  const operator = seedOperator(openForSeeding(stack.description.outputs['OperatorFunctionUrl'] ?? ''));
  const partnerId = await operator.createPartner('New Partner');
  await operator.rotateWebhookSecret(partnerId);
  await operator.addMember(partnerId, owner, 'owner');
};

const nextStep = (page: Page): Locator => page.locator('main [aria-current=step]');

/** Waits until a step is the next one, without loading the page again. */
const expectNext = async (page: Page, name: string, words: string | RegExp): Promise<void> => {
  await nextStep(page).getByText(name).waitFor();
  await nextStep(page).getByText(words).first().waitFor();
};

const toOverview = (page: Page): Promise<void> => page.getByRole('link', { name: 'Overview' }).first().click();

const issueKey = async (page: Page): Promise<string> => {
  await nextStep(page).getByRole('link', { name: 'Issue a key' }).click();
  await page.getByRole('button', { name: 'Issue a key' }).first().click();
  for (const scope of ['customers.write', 'instances.write', 'instances.read', 'platform_risk.read']) {
    await dialogOf(page).getByLabel(scope).check();
  }
  await dialogOf(page).getByRole('button', { name: 'Issue', exact: true }).click();
  const key = await copied(page, dialogOf(page), 'Copy');
  await dialogOf(page).getByRole('button', { name: 'Close' }).last().click();
  return key;
};

const setEndpoint = async (page: Page, { stack }: WholeStack): Promise<void> => {
  const { receiver_url: url, verify_token: token } = stack.description.partners[1] ?? { receiver_url: '' };
  await nextStep(page).getByRole('link', { name: 'Set the endpoint' }).click();
  await page.getByLabel('Address').fill(url);
  await page.getByLabel(/^Verify token/).fill(token ?? '');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.waitForURL(/webhook\/migration$/);
};

const linkOf = z.object({ session: z.object({ url: z.string() }) });
const instanceOf = z.object({ instance: z.object({ platform_phone_number_id: z.string() }) });

test('a new partner is led from nothing to the first delivered message, and sees why a step fails', async () => {
  const { whole, browser } = opened();
  await letIn(whole);
  const { page, troubles } = await signIn(browser, whole, owner);
  await expectNext(page, 'Your backend calls with an API key', /No API key is active/);
  const calls = callsOf(whole.stack.description, { api_key: await issueKey(page) });
  await toOverview(page);
  await expectNext(page, 'Your backend calls with an API key', /was not used yet/);
  await calls.query('list-partner-instances');
  await expectNext(page, 'Your endpoint takes events', /No endpoint is set/);
  await setEndpoint(page, whole);
  await toOverview(page);
  await expectNext(page, 'There is a customer', 'Add a customer');
  const customerId = await addCustomer(calls, 'C-1', 'Café Aurora');
  await expectNext(page, 'A customer has connected a line', 'Create a connect link');
  const line = await addLine(calls, customerId, 'aurora-01', 'Front desk');
  await expectNext(page, 'A customer has connected a line', /Link open/);
  await signUp(line.url, 'none');
  await expectNext(page, 'A customer has connected a line', /Failed: /);
  const another = await calls.command('POST', 'create-connect-session', { instance_id: line.id });
  await openLink(linkOf.parse(another.body).session.url);
  await expectNext(page, 'A message was delivered', /No message is known yet/);
  const { instance } = instanceOf.parse((await calls.query('get-partner-instance', { instance_id: line.id })).body);
  const message = { phone_number_id: instance.platform_phone_number_id, message_id: 'wamid.1' };
  const failure = { status: 'failed', error_code: 131_026, error_title: 'Message undeliverable' };
  await calls.command('POST', 'report-partner-message-status', { ...message, ...failure });
  await expectNext(page, 'A message was delivered', /131026 Message undeliverable/);
  await picture(page, 'portal-first-steps');
  const read = { ...message, message_id: 'wamid.2', status: 'read' };
  await calls.command('POST', 'report-partner-message-status', read);
  await page.getByRole('heading', { name: 'The first message was delivered' }).waitFor();
  await page.getByRole('button', { name: 'Close the guide' }).click();
  await page.reload();
  await page.getByRole('heading', { name: 'Slots' }).waitFor();
  expect(await page.getByText('The first message was delivered').count()).toBe(0);
  await page.getByRole('button', { name: 'Help' }).click();
  await page.getByRole('menuitem', { name: 'First steps' }).click();
  await page.getByRole('heading', { name: 'The first message was delivered' }).waitFor();
  expect(troubles).toEqual([]);
});

test('the guide names what the endpoint answered', async () => {
  const { whole, browser } = opened();
  await addCustomer(whole, 'C-1', 'Café Aurora');
  await whole.receiver({ status: 500, method: 'POST' });
  await addCustomer(whole, 'C-1', 'Café Aurora Nova');
  await until(
    () => whole.query('get-partner-webhook-endpoint'),
    ({ body }) => JSON.stringify(body).includes('http_500'),
  );
  const { page } = await signIn(browser, whole, 'owner');
  await expectNext(page, 'Your endpoint takes events', /500/);
  await whole.receiver({ clear: true });
});

test.each(looks)('the guide fits, and hides nothing from anybody: %s', async (look, given) => {
  const { whole, browser } = opened();
  const { page } = await signIn(browser, whole, 'developer', '', given);
  for (const path of ['', 'first-steps']) {
    await goTo(whole, page, path);
    await nextStep(page).waitFor();
    const unseen = page.getByRole('listitem').filter({ hasText: 'Your role does not see this' });
    expect(await unseen.count()).toBe(1);
    // Only to the documentation.
    expect(await unseen.getByRole('link').count()).toBe(1);
    await picture(page, `portal-guide-${path}-${look}`);
    expect(await barriersOf(page)).toEqual([]);
    expect(await widthOf(page)).toBe(given.viewport.width);
  }
});
