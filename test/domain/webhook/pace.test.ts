import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  afterExchange,
  afterSilence,
  fast,
  handOverAfter,
  isSilent,
  mayStart,
  promptUntilFast,
  promptWithin,
  silentAfter,
  type Pace,
  type Timed,
} from '../../../lambdas/domain/webhook/pace.ts';

const start = Date.UTC(2030, 0, 2);
const prompt: Timed = { milliseconds: promptWithin - 1, answered: true };
const late: Timed = { milliseconds: promptWithin, answered: true };
const silent: Timed = { milliseconds: handOverAfter, answered: false };
const refused: Timed = { milliseconds: 3, answered: false };

const exchanges = fc.array(fc.constantFrom(prompt, late, silent, refused), { maxLength: 60 });
const paces: fc.Arbitrary<Pace> = fc.oneof(
  fc.constant(fast),
  fc.record({
    state: fc.constant('slow' as const),
    prompt: fc.nat({ max: promptUntilFast - 1 }),
    answeredAt: fc.option(fc.integer({ min: start - 2 * silentAfter, max: start })),
  }),
);

const after = (pace: Pace, made: readonly Timed[], now = start): Pace =>
  made.reduce<Pace>((existing, exchange) => afterExchange(existing, exchange, now), pace);

describe('the pace of an endpoint', () => {
  test('stays fast, without a write, while every exchange ends within a second', () => {
    expect(afterExchange(fast, prompt, start)).toBe(fast);
    expect(afterExchange(fast, refused, start)).toBe(fast);
  });

  test('is slow after one exchange that took a second, answered or not', () => {
    expect(afterExchange(fast, late, start)).toEqual({ state: 'slow', prompt: 0, answeredAt: start });
    expect(afterExchange(fast, silent, start)).toEqual({ state: 'slow', prompt: 0, answeredAt: null });
    expect(afterSilence(fast)).toEqual({ state: 'slow', prompt: 0, answeredAt: null });
  });

  test('is fast again after exactly 20 answers in a row within a second', () => {
    const slow = afterSilence(fast);
    expect(after(slow, Array<Timed>(promptUntilFast - 1).fill(prompt)).state).toBe('slow');
    expect(after(slow, Array<Timed>(promptUntilFast).fill(prompt))).toBe(fast);
  });

  test('is fast only after 20 answers in a row, whatever came before', () => {
    fc.assert(
      fc.property(exchanges, (made) => {
        const last = made.slice(-promptUntilFast);
        const isPrompt = last.length === promptUntilFast && last.every((exchange) => exchange === prompt);
        const noneSince = made.every(({ milliseconds }) => milliseconds < promptWithin);
        const state = after(afterSilence(fast), made).state;
        if (state === 'fast')
          expect(made.some((_, end) => made.slice(end, end + 20).every((e) => e === prompt))).toBe(true);
        if (isPrompt) expect(state).toBe('fast');
        if (noneSince) expect(after(fast, made)).toBe(fast);
      }),
    );
  });

  test('is told once: silence and further late exchanges of a slow endpoint are no news', () => {
    fc.assert(
      fc.property(paces, fc.constantFrom(late, silent), (pace, exchange) => {
        const once = afterExchange(afterSilence(pace), exchange, start);
        expect(afterSilence(once)).toBe(once);
        expect(afterExchange(once, exchange, start + 1_000)).toBe(once);
      }),
    );
  });

  test('knows an answer within ten seconds of its time', () => {
    fc.assert(
      fc.property(paces, fc.nat({ max: 100_000 }), (pace, passed) => {
        const next = afterExchange(pace, late, start + passed);
        if (next.state !== 'slow') throw new Error('a late answer left it fast');
        expect(start + passed - (next.answeredAt ?? 0)).toBeLessThan(10_000);
      }),
    );
  });
});

describe('what a worker may start', () => {
  const standings = fc.record({
    pace: paces,
    queue: fc.constantFrom('event' as const, 'slow' as const),
    answeredHere: fc.option(fc.integer({ min: start - 2 * silentAfter, max: start })),
    lanes: fc.integer({ min: 1, max: 8 }),
  });

  test('moves what is slow off the queue for fast endpoints, and nothing else', () => {
    fc.assert(
      fc.property(standings, (existing) => {
        const isMoved = mayStart(existing, start).kind === 'move';
        expect(isMoved).toBe(existing.pace.state === 'slow' && existing.queue === 'event');
      }),
    );
  });

  test('ends no exchange of the slow queue early, and each one of the other after 5 s', () => {
    fc.assert(
      fc.property(standings, (existing) => {
        const may = mayStart(existing, start);
        if (may.kind === 'move') return;
        expect(may.handOverAfter).toBe(existing.pace.state === 'fast' ? 5_000 : null);
      }),
    );
  });

  test('has one exchange with an endpoint that answered nobody for a minute, by one lane when it is slow', () => {
    fc.assert(
      fc.property(standings, (existing) => {
        const may = mayStart(existing, start);
        if (may.kind === 'move') return;
        const isKnown = existing.answeredHere !== null && start - existing.answeredHere < silentAfter;
        if (existing.pace.state === 'fast') {
          expect(may).toMatchObject({ lanes: null, exchanges: isKnown ? Infinity : 1 });
          return;
        }
        const silentForAll = isSilent(existing.pace, start);
        expect(may.lanes).toBe(silentForAll ? 1 : existing.lanes);
        expect(may.exchanges).toBe(silentForAll && !isKnown ? 1 : Infinity);
      }),
    );
  });
});
