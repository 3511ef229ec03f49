import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  afterExchange,
  afterNoAnswer,
  fast,
  handOverAfter,
  isUnresponsive,
  mayStart,
  promptUntilFast,
  promptWithin,
  unresponsiveAfter,
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
    answeredAt: fc.option(fc.integer({ min: start - 2 * unresponsiveAfter, max: start })),
  }),
);

const after = (pace: Pace, made: readonly Timed[], now = start): Pace =>
  made.reduce<Pace>((existing, exchange) => afterExchange(existing, exchange, now), pace);

describe('the pace of an endpoint', () => {
  test('stays fast without a write while every exchange ends within a second', () => {
    expect(afterExchange(fast, prompt, start)).toBe(fast);
    expect(afterExchange(fast, refused, start)).toBe(fast);
  });

  test('is slow after one exchange that took a second, answered or not', () => {
    expect(afterExchange(fast, late, start)).toEqual({ state: 'slow', prompt: 0, answeredAt: start });
    expect(afterExchange(fast, silent, start)).toEqual({ state: 'slow', prompt: 0, answeredAt: null });
    expect(afterNoAnswer(fast)).toEqual({ state: 'slow', prompt: 0, answeredAt: null });
  });

  test('is fast again after exactly 20 consecutive responses within a second', () => {
    const slow = afterNoAnswer(fast);
    expect(after(slow, Array<Timed>(promptUntilFast - 1).fill(prompt)).state).toBe('slow');
    expect(after(slow, Array<Timed>(promptUntilFast).fill(prompt))).toBe(fast);
  });

  test('is fast only after 20 consecutive responses, whatever came before', () => {
    fc.assert(
      fc.property(exchanges, (made) => {
        const last = made.slice(-promptUntilFast);
        const isPrompt = last.length === promptUntilFast && last.every((exchange) => exchange === prompt);
        const noneSince = made.every(({ milliseconds }) => milliseconds < promptWithin);
        const state = after(afterNoAnswer(fast), made).state;
        if (state === 'fast')
          expect(made.some((_, end) => made.slice(end, end + 20).every((e) => e === prompt))).toBe(true);
        if (isPrompt) expect(state).toBe('fast');
        if (noneSince) expect(after(fast, made)).toBe(fast);
      }),
    );
  });

  test('is changed once: further slow exchanges of a slow endpoint change nothing', () => {
    fc.assert(
      fc.property(paces, fc.constantFrom(late, silent), (pace, exchange) => {
        const once = afterExchange(afterNoAnswer(pace), exchange, start);
        expect(afterNoAnswer(once)).toBe(once);
        expect(afterExchange(once, exchange, start)).toBe(once);
      }),
    );
  });

  test('records the time of a response to within ten seconds', () => {
    fc.assert(
      fc.property(paces, fc.nat({ max: 100_000 }), (pace, passed) => {
        const next = afterExchange(pace, late, start + passed);
        if (next.state !== 'slow') throw new Error('a late answer left it fast');
        expect(start + passed - (next.answeredAt ?? 0)).toBeLessThan(10_000);
      }),
    );
  });
});

describe('what a worker may do with events', () => {
  const standings = fc.record({
    pace: paces,
    queue: fc.constantFrom('event' as const, 'slow' as const),
    answeredHere: fc.option(fc.integer({ min: start - 2 * unresponsiveAfter, max: start })),
    slots: fc.integer({ min: 1, max: 8 }),
  });

  test('moves only events of slow endpoints from the queue for fast endpoints', () => {
    fc.assert(
      fc.property(standings, (existing) => {
        const isMoved = mayStart(existing, start).kind === 'move';
        expect(isMoved).toBe(existing.pace.state === 'slow' && existing.queue === 'event');
      }),
    );
  });

  test('ends exchanges of the fast queue after 5 s, and none of the slow queue early', () => {
    fc.assert(
      fc.property(standings, (existing) => {
        const may = mayStart(existing, start);
        if (may.kind === 'move') return;
        expect(may.handOverAfter).toBe(existing.pace.state === 'fast' ? 5_000 : null);
      }),
    );
  });

  test('has one exchange with an endpoint that was unresponsive for a minute, under one slot when it is slow', () => {
    fc.assert(
      fc.property(standings, (existing) => {
        const may = mayStart(existing, start);
        if (may.kind === 'move') return;
        const isKnown = existing.answeredHere !== null && start - existing.answeredHere < unresponsiveAfter;
        if (existing.pace.state === 'fast') {
          expect(may).toMatchObject({ slots: null, exchanges: isKnown ? Infinity : 1 });
          return;
        }
        const silentForAll = isUnresponsive(existing.pace, start);
        expect(may.slots).toBe(silentForAll ? 1 : existing.slots);
        expect(may.exchanges).toBe(silentForAll && !isKnown ? 1 : Infinity);
      }),
    );
  });
});
