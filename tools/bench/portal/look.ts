import type { Browser, BrowserContext, Page } from 'playwright-core';

/** A device and its connection. */
export interface Look {
  readonly name: string;
  readonly viewport: { readonly width: number; readonly height: number };
  /** How many times slower the processor is; null: neither it nor the network is slowed down. */
  readonly slowdown: number | null;
  /** The budgets, in milliseconds. */
  readonly most: { readonly largestPaint: number; readonly rows: number };
}

export const desktop: Look = {
  name: 'desktop',
  viewport: { width: 1280, height: 860 },
  slowdown: null,
  most: { largestPaint: 1_000, rows: 1_500 },
};

export const phone: Look = {
  name: 'phone',
  viewport: { width: 390, height: 844 },
  slowdown: 4,
  most: { largestPaint: 2_000, rows: 3_500 },
};

const kilobit = 1_024 / 8;
/** Slow 4G: https://github.com/GoogleChrome/lighthouse/blob/main/docs/throttling.md */
const slowNetwork = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600 * kilobit,
  uploadThroughput: 750 * kilobit,
};

export interface OpenedLook {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Forgets the files that were loaded, and not the sign-in. */
  readonly forgetFiles: () => Promise<void>;
}

/** Opens a browser window of a look. */
export const openLook = async (browser: Browser, look: Look): Promise<OpenedLook> => {
  const context = await browser.newContext({ viewport: look.viewport, locale: 'en-US' });
  context.setDefaultTimeout(180_000);
  const page = await context.newPage();
  const protocol = await context.newCDPSession(page);
  if (look.slowdown !== null) {
    await protocol.send('Emulation.setCPUThrottlingRate', { rate: look.slowdown });
    await protocol.send('Network.enable');
    await protocol.send('Network.emulateNetworkConditions', slowNetwork);
  }
  return {
    context,
    page,
    forgetFiles: async () => {
      await protocol.send('Network.clearBrowserCache');
    },
  };
};
