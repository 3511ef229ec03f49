import { describe, expect, test } from '@jest/globals';
import { verifyEvent } from '../../packages/client/src/webhook.ts';
import { addConnectedLine, addCustomer, control } from '../../tools/harness/stack-scene.ts';
import { until } from '../../tools/harness/whole-stack.ts';
import { picture } from '../browser/chromium.ts';
import { barriersOf } from '../browser/looks.ts';
import { choose, confirm, copied, dialogOf } from './acts.ts';
import { openPortal } from './opened.ts';
import { goTo, signIn } from './signed-in.ts';

const opened = openPortal();

describe('the signing secret', () => {
  test('is rotated and shown once; events are signed with it', async () => {
    const { whole, browser } = opened();
    const { page } = await signIn(browser, whole, 'admin', 'webhook');
    await page.getByRole('button', { name: 'Rotate the secret' }).click();
    await confirm(page, 'Rotate');
    await dialogOf(page).getByText('It is shown only now.').waitFor();
    const secret = await copied(page, dialogOf(page), 'Copy');
    expect(await dialogOf(page).innerText()).toContain(secret);
    await dialogOf(page).getByRole('button', { name: 'Close' }).last().click();
    await dialogOf(page).waitFor({ state: 'detached' });
    expect(await page.content()).not.toContain(secret);
    await page.getByRole('button', { name: 'Rotate the secret' }).click();
    await confirm(page, 'Rotate');
    await dialogOf(page).getByText('The present state does not allow this').waitFor();
    expect(await page.content()).not.toContain(secret);
    await addCustomer(whole, 'signed', 'Café Assinado');
    await addCustomer(whole, 'signed', 'Café Assinado Dois');
    const events = await until(
      () => whole.received(),
      (all) => all.some(({ body }) => body.includes('Café Assinado Dois')),
    );
    const event = events.find(({ body }) => body.includes('Café Assinado Dois'));
    if (event === undefined) throw new Error('the event was there');
    await verifyEvent(event, { secret });
    await verifyEvent(event, { secret: whole.partner.webhook_secret });
  });
});

describe('events that the endpoint refused', () => {
  test('are sent again when it is back, each with its attempts on a time line', async () => {
    const { whole, browser } = opened();
    await addCustomer(whole, 'gone', 'Café Ausente');
    await whole.receiver({ status: 410, method: 'POST' });
    await addCustomer(whole, 'gone', 'Café Ausente Dois');
    const { page } = await signIn(browser, whole, 'developer', 'webhook/events');
    await choose(page, 'Status', 'Not delivered');
    const event = page.getByRole('table', { name: 'Events' }).getByRole('button', { name: 'Customer changed' });
    await event.first().waitFor();
    // The event ends before its endpoint is disabled.
    await until(
      () => whole.query('get-partner-webhook-endpoint'),
      ({ body }) => JSON.stringify(body).includes('"health":"disabled"'),
    );
    await goTo(whole, page, 'webhook');
    await page.getByText('It failed for too long or answered 410.').waitFor();
    await whole.receiver({ clear: true });
    await page.getByRole('button', { name: 'Check, enable and send again' }).click();
    await page.getByText('It failed for too long or answered 410.').waitFor({ state: 'detached' });
    await page.getByText(/^100% of \d+ delivered/).waitFor();
    await page.getByRole('tab', { name: 'Events' }).click();
    await choose(page, 'Status', 'Delivered');
    // The list shows earlier events until this one is delivered.
    const refused = page.getByRole('row').filter({ has: page.getByRole('cell', { name: 'Answered 410' }) });
    await refused.getByRole('button', { name: 'Customer changed' }).click();
    await dialogOf(page).getByRole('img', { name: 'Attempts on a time line: 2' }).waitFor();
    const [first, second] = await dialogOf(page).getByRole('listitem').allInnerTexts();
    expect(first).toContain(': Answered 410 after');
    expect(second).toContain(': 200 after');
    const received = (await whole.received()).filter(({ body }) => body.includes('Café Ausente Dois'));
    const ids = received.map(({ headers }) => headers['webhook-id']);
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
  });
});

test('a test event of a callback is about the chosen status', async () => {
  const { whole, browser } = opened();
  const { page } = await signIn(browser, whole, 'developer', 'webhook');
  await page.getByRole('button', { name: 'Send a test event' }).click();
  await choose(page, 'Type', 'Callback of the platform', dialogOf(page));
  await choose(page, 'About', 'Read', dialogOf(page));
  await confirm(page, 'Send');
  await until(whole.received, (all) => all.some(({ body }) => /"test":true.*"status":"read"/.test(body)));
});

describe('an endpoint that fails', () => {
  test('is checked at once, and gets what waits; its answers stand beside the list', async () => {
    const { whole, browser } = opened();
    const body = '{"error":"no database"}';
    await addCustomer(whole, 'failing', 'Café Lento');
    await whole.receiver({ status: 500, method: 'POST', body });
    await addCustomer(whole, 'failing', 'Café Lento Dois');
    const look = { viewport: { width: 1440, height: 900 } };
    const { page } = await signIn(browser, whole, 'developer', 'webhook/events?status=waiting', look);
    await page.getByRole('table', { name: 'Events' }).getByRole('button', { name: 'Customer changed' }).click();
    await page.getByText(body).first().waitFor();
    await page.getByText('"customer_name": "Café Lento Dois"').first().waitFor();
    expect(await barriersOf(page)).toEqual([]);
    await picture(page, 'portal-event-beside-list');
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('table', { name: 'Events' }).getByText('Café Lento Dois').waitFor();
    await goTo(whole, page, 'webhook');
    await page.getByText('The endpoint fails').first().waitFor();
    await page.getByText(body).first().waitFor();
    await whole.receiver({ clear: true });
    await page.getByRole('button', { name: 'Check now' }).click();
    await page.getByRole('button', { name: 'Check now' }).waitFor({ state: 'detached' });
  });
});

describe('a migration of the callbacks', () => {
  test('that fails for a line is retried for that line alone, and found again after a reload', async () => {
    const { whole, browser } = opened();
    const customer = await addCustomer(whole, 'moved', 'Café Mudança');
    const good = await addConnectedLine(whole, customer, 'moved-01', 'Balcão');
    const bad = await addConnectedLine(whole, customer, 'moved-02', 'Cozinha');
    const body = { error: { code: 10, message: 'Application does not have permission for this action' } };
    await control(whole, { fault: { method: 'POST', path: `/${bad.phoneNumberId}`, status: 403, body } });
    const { page } = await signIn(browser, whole, 'developer', 'webhook');
    await page.getByRole('button', { name: 'Check and save' }).click();
    await page.getByText('Partly failed').waitFor();
    const rowOf = (number: string) =>
      page.getByRole('table', { name: 'By line' }).getByRole('row').filter({ hasText: number }).innerText();
    expect(await rowOf(good.number)).toContain('Moved');
    expect(await rowOf(bad.number)).toMatch(/Failed[^]*The platform does not allow it[^]*1/);
    await control(whole, { clear: true });
    await goTo(whole, page, 'webhook/migration');
    await page.getByText('Partly failed').waitFor();
    await page.getByRole('button', { name: 'Retry the failed lines' }).click();
    await page.getByText('Completed').waitFor();
    expect(await rowOf(good.number)).toMatch(/Moved[^]*1/);
    expect(await rowOf(bad.number)).toMatch(/Moved[^]*2/);
  });
});

describe('the callbacks of the platform', () => {
  test('come by the service after a switch, and directly after the switch back', async () => {
    const { whole, browser } = opened();
    const customer = await addCustomer(whole, 'sent-on', 'Café Repassado');
    const line = await addConnectedLine(whole, customer, 'sent-on-01', 'Caixa');
    const write = (id: string): Promise<void> =>
      control(whole, { message: { phone_number_id: line.phoneNumberId, id, type: 'text', text: { body: id } } });
    const bodyWith = async (id: string): Promise<string> => {
      await write(id);
      const all = await until(
        () => whole.received(),
        (received) => received.some(({ body }) => body.includes(id)),
      );
      return all.find(({ body }) => body.includes(id))?.body ?? '';
    };
    const { page } = await signIn(browser, whole, 'developer', 'webhook');
    const switchTo = async (button: string, mode: string): Promise<void> => {
      await page.getByRole('button', { name: button }).click();
      await confirm(page, 'Move the callbacks');
      await until(
        () => whole.query('get-partner-platform-callbacks'),
        ({ body }) => new RegExp(`"mode":"${mode}".*"status":"completed"`).test(JSON.stringify(body)),
      );
    };
    await switchTo('Let the service send them on', 'relay');
    expect(await bodyWith('wamid.by-the-service')).toContain('"type":"service.platform.callback"');
    await switchTo('Receive them directly', 'direct');
    expect(await bodyWith('wamid.directly')).not.toContain('service.platform.callback');
  });
});
