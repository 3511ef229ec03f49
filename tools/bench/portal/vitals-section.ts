import { chromium, type Browser } from 'playwright-core';
import { findChromium, noChromium } from '../../harness/find-chromium.ts';
import { startWholeStack, type WholeStack } from '../../harness/whole-stack.ts';
import type { Goal, Measurement, Section } from '../section.ts';
import { noise } from '../speed/noise.ts';
import { desktop, openLook, phone, type Look, type OpenedLook } from './look.ts';
import { pagesOf, type MeasuredPage } from './pages.ts';
import { setScene } from './scene.ts';
import { measureVitals, readVitals } from './vitals.ts';

/** All of one page. Times are since the address was opened, with the way over the sign-in. */
interface Figures {
  readonly page: string;
  readonly largestPaint: number;
  readonly rows: number;
  /** Null: less than browsers report. */
  readonly interaction: number | null;
  readonly shift: number;
}

/** Opens a page with no file of the portal in the browser's cache, as after a new version. */
const measurePage = async (portalUrl: string, look: OpenedLook, measured: MeasuredPage): Promise<Figures> => {
  const { page, forgetFiles } = look;
  await forgetFiles();
  const opened = Date.now();
  await page.goto(`${portalUrl}${measured.path}`, { waitUntil: 'commit' });
  await page.locator(measured.rows).first().waitFor();
  await page.waitForLoadState('networkidle');
  // Before the interaction: the largest paint is not looked for after it.
  const { LCP, origin, shown } = await readVitals(page);
  await measured.interact(page);
  await page.waitForLoadState('networkidle');
  const { INP, CLS } = await readVitals(page);
  return {
    page: measured.name,
    largestPaint: origin - opened + (LCP ?? Number.NaN),
    rows: origin - opened + (shown[measured.rows] ?? Number.NaN),
    interaction: INP,
    shift: CLS,
  };
};

const signIn = async (whole: WholeStack, { page }: OpenedLook): Promise<void> => {
  const owner = whole.partner.members.find(({ role }) => role === 'owner');
  await page.goto(whole.stack.description.portal_url);
  await page.getByRole('button', { name: owner?.email ?? '' }).click();
  await page.locator('main h1').waitFor();
  // The calls of this page would be work beside the first page that is measured.
  await page.waitForLoadState('networkidle');
};

const goalsOf = (look: Look, figures: readonly Figures[]): readonly Goal[] => {
  const worst = (row: string, unit: string, most: number, of: (figure: Figures) => number): Goal => ({
    row: `portal, ${look.name}: ${row}`,
    ours: Math.max(...figures.map(of)),
    peer: null,
    goal: { of: 'figure', most },
    unit,
  });
  return [
    worst('latest largest paint (LCP)', 'ms', look.most.largestPaint, (one) => one.largestPaint),
    worst('latest first rows', 'ms', look.most.rows, (one) => one.rows),
    worst('slowest interaction (INP)', 'ms', 200, (one) => one.interaction ?? 0),
    worst('largest layout shift (CLS)', 'score', 0.05, (one) => one.shift),
  ];
};

const measureLook = async (
  browser: Browser,
  whole: WholeStack,
  look: Look,
  pages: readonly MeasuredPage[],
): Promise<Measurement> => {
  const opened = await openLook(browser, look);
  await measureVitals(
    opened.context,
    pages.map(({ rows }) => rows),
  );
  await signIn(whole, opened);
  const figures: Figures[] = [];
  for (const page of pages) {
    figures.push(await measurePage(whole.stack.description.portal_url, opened, page));
  }
  await opened.context.close();
  return {
    title: `Pages of the portal on a ${look.name}${look.slowdown === null ? '' : `, processor ${look.slowdown} times slower, slow 4G`} (milliseconds)`,
    head: ['page', 'largest paint', 'first rows', 'interaction', 'layout shift'],
    rows: figures.map((one) => [one.page, one.largestPaint, one.rows, one.interaction ?? '< 16', one.shift.toFixed(3)]),
    goals: goalsOf(look, figures),
  };
};

/** The vitals of every page in Chromium, beside the speed of the machine, without which they say nothing. */
export const portalVitals: Section = {
  name: 'portal',
  measure: async () => {
    const executablePath = findChromium();
    if (executablePath === undefined) {
      return [{ title: 'Pages of the portal', head: ['not measured'], rows: [[noChromium]] }];
    }
    const machine = await noise.measure();
    const whole = await startWholeStack();
    try {
      // The first request builds the portal.
      await fetch(whole.stack.description.portal_url);
      const pages = pagesOf(await setScene(whole));
      const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
      try {
        return [
          ...machine,
          await measureLook(browser, whole, desktop, pages),
          await measureLook(browser, whole, phone, pages),
          ...(await noise.measure()),
        ];
      } finally {
        await browser.close();
      }
    } finally {
      await whole.stack.stop();
    }
  },
};
