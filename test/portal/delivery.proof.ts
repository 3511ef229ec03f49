import { describe, expect, test } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { addConnectedLine, addCustomer } from '../../tools/harness/stack-scene.ts';
import { until } from '../../tools/harness/whole-stack.ts';
import { choose, waitForRows } from './acts.ts';
import { openPortal } from './opened.ts';
import { messageId } from './real-data.ts';
import { goTo, signIn } from './signed-in.ts';

const opened = openPortal();

const hour = 3_600_000;

/** Messages of a line, of which some failed. */
const reportsOf = (phoneNumberId: string, first: number, hoursAgo: number, failures: readonly string[]) =>
  Array.from({ length: 30 }, (_, message) => {
    const base = { phone_number_id: phoneNumberId, message_id: messageId(first + message) };
    const occurred = new Date(Date.now() - hoursAgo * hour).toISOString();
    const failure = failures[message];
    const [code, title] = failure?.split(' – ') ?? [];
    return failure === undefined
      ? { ...base, occurred_at: occurred, status: 'delivered' }
      : { ...base, occurred_at: occurred, status: 'failed', error_code: Number(code), error_title: title };
  });

const reasonOf = (page: Page, code: string): Locator => page.getByRole('listitem').filter({ hasText: code });

/** The middle of the highest bar of a colour. */
const highestBar = async (page: Page, colour: string): Promise<{ readonly x: number; readonly y: number }> => {
  const bars = page.locator(`main svg [fill="${colour}"]`);
  await bars.last().waitFor({ state: 'attached' });
  const boxes = await Promise.all((await bars.all()).map((bar) => bar.boundingBox()));
  const [highest] = boxes.flatMap((box) => box ?? []).toSorted((one, other) => other.height - one.height);
  if (highest === undefined) throw new Error(`no bar is ${colour}`);
  return { x: highest.x + highest.width / 2, y: highest.y + highest.height / 2 };
};

describe('messages that failed', () => {
  test('are explained by their errors, by time and by line', async () => {
    const { whole, browser } = opened();
    const customer = await addCustomer(whole, 'messages', 'Café Recado');
    const good = await addConnectedLine(whole, customer, 'well-01', 'Bem');
    const bad = await addConnectedLine(whole, customer, 'badly-01', 'Mal');
    const unpaid = Array.from({ length: 7 }, () => '131042 – Payment issue');
    const reports = [
      ...reportsOf(good.phoneNumberId, 0, 2, ['131047 – Re-engagement message']),
      ...reportsOf(bad.phoneNumberId, 100, 3, unpaid),
      ...reportsOf(bad.phoneNumberId, 200, 60, ['132015 – Template is paused']),
    ];
    await whole.command('POST', 'report-partner-message-statuses', { reports });
    await until(
      async () => JSON.stringify((await whole.query('get-partner-delivery-health', { window_hours: '72' })).body),
      (health) => health.includes('"messages":90'),
    );
    const { page } = await signIn(browser, whole, 'viewer', 'delivery');
    await page.getByText('There is a problem with the payment.').waitFor();
    expect(await reasonOf(page, '131042').innerText()).toMatch(/^7\s+131042 Payment issue/);
    expect(await reasonOf(page, '131047').innerText()).toContain('Send a template instead.');
    expect(await reasonOf(page, '132015').count()).toBe(0);
    await choose(page, 'Time', 'Last 3 days');
    await reasonOf(page, '132015').waitFor();
    const worst = page.getByRole('table', { name: 'By line' }).getByRole('row').nth(1);
    await worst.getByText(bad.number).waitFor();
    await page.getByRole('table', { name: 'By line' }).getByRole('link', { name: good.number }).click();
    await page.getByText(`Only the line \u2068\u2068${good.number}`).waitFor();
    await reasonOf(page, '131042').waitFor({ state: 'detached' });
    await reasonOf(page, '131047').waitFor();
    await page.getByRole('link', { name: 'Show all lines' }).click();
    await page.getByRole('tab', { name: 'Events' }).click();
    await choose(page, 'Status', 'Failed');
    const events = page.getByRole('table', { name: 'Delivery events' });
    await waitForRows(events, 9);
    await events.getByText('The template is paused for its low quality.').waitFor();
    await page.getByRole('searchbox', { name: 'Message id' }).fill(messageId(103));
    await waitForRows(events, 1);
    await goTo(whole, page, 'delivery');
    await page.getByText('Not counted in the verdict').first().waitFor();
    await page.getByRole('link', { name: 'Show 7 failures: 131042' }).click();
    await waitForRows(events, 7);
    const shared = new URL(page.url());
    expect(`${shared.pathname}${shared.search}`).toBe('/portal/delivery/events?error_code=131042');
    const { page: another } = await signIn(browser, whole, 'support', 'delivery/events?error_code=131042');
    const theirs = another.getByRole('table', { name: 'Delivery events' });
    await theirs.getByText('131042 Payment issue').first().waitFor();
    await waitForRows(theirs, 7);
    await theirs.getByText('Café Recado').nth(6).waitFor();
    await goTo(whole, page, 'delivery');
    const { x, y } = await highestBar(page, 'var(--bad)');
    await page.mouse.click(x, y);
    await page.getByRole('link', { name: 'Show 7 failures', exact: true }).click();
    await page.getByText(/^Only from /).waitFor();
    await waitForRows(events, 7);
    await page.getByRole('link', { name: 'Show the whole time' }).click();
    await waitForRows(events, 8);
  });
});
