import { beforeAll, describe, expect, test } from '@jest/globals';
import { desktop } from '../../tools/bench/portal/look.ts';
import { pagesOf } from '../../tools/bench/portal/pages.ts';
import { setScene } from '../../tools/bench/portal/scene.ts';
import { measureVitals, readVitals } from '../../tools/bench/portal/vitals.ts';
import { openPortal } from './opened.ts';
import { goTo, signIn } from './signed-in.ts';

const opened = openPortal();

/** The cumulative layout shift of the portal's budget, half of what https://web.dev/articles/cls calls good. */
const mostShift = 0.05;

const names = pagesOf({ customerId: '', instanceId: '' }).map(({ name }) => name);

describe('nothing moves while a page is read', () => {
  let pages: ReturnType<typeof pagesOf>;
  beforeAll(async () => {
    pages = pagesOf(await setScene(opened().whole));
  });

  test.each(names)('%s', async (name) => {
    const { whole, browser } = opened();
    const measured = pages.find((one) => one.name === name);
    if (measured === undefined) throw new Error(`there is no page ${name}`);
    const { page } = await signIn(browser, whole, 'owner', '', { viewport: desktop.viewport });
    await measureVitals(page.context(), []);
    await goTo(whole, page, measured.path);
    await page.locator(measured.rows).first().waitFor();
    await page.waitForLoadState('networkidle');
    expect((await readVitals(page)).CLS).toBeLessThanOrEqual(mostShift);
  });
});
