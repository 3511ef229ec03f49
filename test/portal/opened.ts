import { afterAll, afterEach, beforeAll } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { startWholeStack, type WholeStack } from '../../tools/harness/whole-stack.ts';
import { openBrowser } from '../browser/chromium.ts';
import { buildPortal } from './signed-in.ts';

interface Opened {
  readonly whole: WholeStack;
  readonly browser: Browser;
}

/** Runs the stack with its portal, and a browser, for the tests of a file. */
export const openPortal = (): (() => Opened) => {
  let opened: Opened | undefined;
  const now = (): Opened => {
    if (opened === undefined) throw new Error('the portal is open while tests run');
    return opened;
  };
  beforeAll(async () => {
    const whole = await startWholeStack({ fastRetries: true });
    opened = { whole, browser: await openBrowser() };
    await buildPortal(whole);
  });
  afterEach(async () => {
    await Promise.all(
      now()
        .browser.contexts()
        .map((context) => context.close()),
    );
  });
  afterAll(async () => {
    await now().browser.close();
    await now().whole.stack.stop();
  });
  return now;
};
