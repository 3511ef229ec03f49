import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Engine, Gate, together, type Process } from '../../tools/capacity/simulated/engine.ts';

const minute = 60_000;

describe('virtual time', () => {
  it('goes on in the order of the waits, however long they are', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 2 * minute }), { maxLength: 50 }), (waits) => {
        const engine = new Engine();
        const ended: number[] = [];
        for (const wait of waits) {
          engine.start(
            (function* (): Process {
              yield wait;
              ended.push(engine.now);
            })(),
          );
        }
        engine.runUntil(2 * minute);
        expect(ended).toEqual(waits.toSorted((left, right) => left - right));
      }),
    );
  });

  it('lets those who wait at a gate go on when it is opened', () => {
    const engine = new Engine();
    const gate = new Gate();
    let passed = 0;
    engine.start(
      (function* (): Process {
        yield gate;
        passed = engine.now;
      })(),
    );
    engine.start(
      (function* (): Process {
        yield 70;
        engine.open(gate);
      })(),
    );
    engine.runUntil(100);
    expect(passed).toBe(70);
  });

  it('waits side by side for as long as the longest', () => {
    const engine = new Engine();
    let ended = 0;
    const wait = function* (milliseconds: number): Process {
      yield milliseconds;
    };
    engine.start(
      (function* (): Process {
        yield* together(engine, [30, 50, 10].map(wait));
        ended = engine.now;
      })(),
    );
    engine.runUntil(100);
    expect(ended).toBe(50);
  });
});
