import { beforeAll, describe, expect, test } from '@jest/globals';
import { setScene } from './busy-scene.ts';
import { layoutShiftOf, measureLayoutShift } from './layout-shift.ts';
import { openPortal } from './opened.ts';
import { goTo, signIn } from './signed-in.ts';

const opened = openPortal();

/** The cumulative layout shift of the portal's budget, half of what https://web.dev/articles/cls calls good. */
const mostShift = 0.05;

const row = 'main tbody tr td, main .card-fact';
const heading = 'main h2';

/** A page below the portal, and what is there as soon as its data is. */
const pages: readonly (readonly [name: string, path: string, ready: string])[] = [
  ['overview', '', heading],
  ['customers', 'customers', row],
  ['customer', 'customers/CUSTOMER', heading],
  ['lines', 'lines', row],
  ['line', 'lines/LINE', heading],
  ['new line', 'lines/new', 'main form label'],
  ['webhook', 'webhook', heading],
  ['webhook events', 'webhook/events', row],
  ['templates', 'templates', heading],
  ['delivery', 'delivery', heading],
  ['delivery events', 'delivery/events', row],
  ['notifications', 'notifications', heading],
  ['usage', 'usage', row],
  ['team', 'team', row],
];

describe('nothing moves while a page is read', () => {
  let scene: Awaited<ReturnType<typeof setScene>>;
  beforeAll(async () => {
    scene = await setScene(opened().whole);
  });

  test.each(pages)('%s', async (_, path, ready) => {
    const { whole, browser } = opened();
    const { page } = await signIn(browser, whole, 'owner', '', { viewport: { width: 1280, height: 860 } });
    await measureLayoutShift(page.context());
    await goTo(whole, page, path.replace('CUSTOMER', scene.customerId).replace('LINE', scene.instanceId));
    await page.locator(ready).first().waitFor();
    await page.waitForLoadState('networkidle');
    expect(await layoutShiftOf(page)).toBeLessThanOrEqual(mostShift);
  });
});
