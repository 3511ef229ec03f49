import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  nextSince,
  placesUntil,
  recordId,
  recordPlaces,
  recordShard,
  recordShards,
  sizeAt,
  sizedRanges,
  sizeNames,
  timeOfId,
  togetherId,
  withSize,
  type Sizes,
} from '../../lambdas/domain/size.ts';
import { newId } from '../../lambdas/runtime/clock.ts';

const start = Date.UTC(2030, 0, 1);
const day = 86_400_000;
const span = 2 ** 24;

/** Sizes as an operator set them one after another, with the time of the last. */
const histories = fc
  .array(fc.record({ pause: fc.nat(2 * day), size: fc.constantFrom(...sizeNames) }), { maxLength: 6 })
  .map((changes) => {
    let now = start;
    let sizes: Sizes = [];
    for (const { pause, size } of changes) {
      now += pause;
      sizes = withSize(sizes, size, now);
    }
    return { sizes, now };
  });

const times = fc.integer({ min: start - 2 * day, max: start + 14 * day });

describe('a size', () => {
  it('is standard until another one is set', () => {
    expect(sizeAt([], start)).toBe('standard');
    expect(recordPlaces.standard).toEqual([null]);
  });

  it('is in force from the next coarse span on that is two minutes ahead', () => {
    fc.assert(
      fc.property(times, fc.constantFrom(...sizeNames), (now, size) => {
        const since = Date.parse(nextSince(now));
        expect(since % span).toBe(0);
        expect(since - now).toBeGreaterThanOrEqual(120_000);
        expect(since - now).toBeLessThan(120_000 + span);
        expect(sizeAt(withSize([], size, now), since)).toBe(size);
        expect(sizeAt(withSize([], size, now), since - 1)).toBe('standard');
      }),
    );
  });

  it('that is set changes nothing of the past, nor of the next two minutes', () => {
    fc.assert(
      fc.property(
        histories,
        fc.nat(2 * day),
        fc.constantFrom(...sizeNames),
        times,
        ({ sizes, now }, pause, size, at) => {
          const later = now + pause;
          if (at < later + 120_000) expect(sizeAt(withSize(sizes, size, later), at)).toBe(sizeAt(sizes, at));
        },
      ),
    );
  });

  it('says where records may stand that there are by then', () => {
    fc.assert(
      fc.property(histories, times, times, ({ sizes }, made, now) => {
        const place = recordShard(recordId(sizes, newId(made)));
        if (made <= now) expect(placesUntil(sizes, now)).toContain(place);
      }),
    );
  });
});

describe('the id of a record', () => {
  it('tells whether it is spread: by the size at its time', () => {
    fc.assert(
      fc.property(histories, times, ({ sizes }, at) => {
        const id = recordId(sizes, newId(at));
        expect(timeOfId(id)).toBe(at);
        expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
        expect(recordShard(id) === null).toBe(sizeAt(sizes, at) === 'standard');
        expect(recordShard(togetherId(id))).toBeNull();
      }),
    );
  });

  it('is in each of the places alike often', () => {
    const sizes = withSize([], 'large', start);
    const places = Array.from({ length: 3_200 }, () => recordShard(recordId(sizes, newId(start + day))));
    const counts = Map.groupBy(places, (place) => place);
    expect(counts.size).toBe(recordShards);
    for (const [, { length }] of counts) expect(length).toBeGreaterThan(40);
  });

  it('of no UUID at all stands with all others', () => {
    for (const id of ['', 'C-1']) expect(recordShard(id)).toBeNull();
  });
});

describe('a range of ids', () => {
  it('is cut where the size changes: each id is in one part, that of its size', () => {
    fc.assert(
      fc.property(histories, times, times, times, ({ sizes }, at, one, other) => {
        const [from, to] = [newId(Math.min(one, other)).slice(0, 6), `${newId(Math.max(one, other)).slice(0, 10)}~`];
        const id = recordId(sizes, newId(at));
        const parts = sizedRanges(sizes, { from, to }).filter((part) => id >= part.from && id <= part.to);
        expect(parts.map(({ size }) => size)).toEqual(id >= from && id <= to ? [sizeAt(sizes, at)] : []);
      }),
      { numRuns: 1_000 },
    );
  });

  it('has its parts newest first', () => {
    const sizes = withSize(withSize([], 'large', start), 'standard', start + day);
    const parts = sizedRanges(sizes, { from: '', to: '~' });
    expect(parts.map(({ size }) => size)).toEqual(['standard', 'large', 'standard']);
    expect(parts.map(({ from }) => from)).toEqual(
      parts
        .map(({ from }) => from)
        .toSorted()
        .toReversed(),
    );
  });
});
