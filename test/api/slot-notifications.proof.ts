import { afterAll, beforeAll, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { startTestTable, type TestTable } from '../../tools/harness/test-table.ts';
import { SlotsScene } from './slots-scene.ts';

let table: TestTable;
beforeAll(async () => {
  table = await startTestTable();
});
afterAll(() => table.stop());

const step = fc.oneof(
  { weight: 6, arbitrary: fc.constant({ kind: 'take' as const }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('free' as const), which: fc.nat(100) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('again' as const), which: fc.nat(100) }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('limit' as const), slots: fc.option(fc.nat(9), { freq: 8 }) }),
  },
);

/** Looks at the use before and after each change, at each level, with fractions instead of rounded numbers. */
class Members {
  readonly notified: string[] = [];
  #limit: number | null = null;
  #taken = 0;

  #reached(part: number): boolean {
    return this.#limit !== null && this.#taken * 100 >= this.#limit * part;
  }

  /** @returns whether the change is allowed */
  take(): boolean {
    if (this.#limit !== null && this.#taken >= this.#limit) return false;
    const before = [80, 100].filter((part) => this.#reached(part)).length;
    this.#taken += 1;
    this.#tell(before);
    return true;
  }

  free(): void {
    this.#taken -= 1;
  }

  limit(limit: number | null): void {
    if (limit === this.#limit) return;
    this.#limit = limit;
    this.#tell(0);
  }

  /** The higher level, when one is reached that was not reached before. */
  #tell(before: number): void {
    const after = [80, 100].filter((part) => this.#reached(part)).length;
    if (after <= before) return;
    this.notified.push(`${after === 2 ? 'critical' : 'warning'}: ${this.#taken} of ${this.#limit ?? ''}`);
  }
}

it('notifications come exactly when a level is reached, over any takes, releases and limits', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 45 }), async (steps) => {
      const scene = await SlotsScene.start(table);
      const members = new Members();
      const held: string[] = [];
      const left: string[] = [];
      for (const it of steps) {
        switch (it.kind) {
          case 'take': {
            const id = await scene.take();
            expect(id !== null).toBe(members.take());
            if (id !== null) held.push(id);
            break;
          }
          case 'free': {
            const [id] = held.splice(it.which % Math.max(1, held.length), 1);
            if (id === undefined) break;
            await scene.free(id);
            left.push(id);
            members.free();
            break;
          }
          case 'again': {
            const id = left[it.which % Math.max(1, left.length)];
            if (id === undefined) break;
            const isTaken = (await scene.connectAgain(id)).status === 201;
            expect(isTaken).toBe(members.take());
            if (!isTaken) break;
            left.splice(left.indexOf(id), 1);
            held.push(id);
            break;
          }
          case 'limit':
            await scene.limit(it.slots);
            members.limit(it.slots);
        }
        expect(await scene.notified()).toEqual(members.notified);
      }
    }),
    { numRuns: 15 },
  );
});
