import { expect } from '@jest/globals';
import { batchesOf } from '../../lambdas/kernel/batches.ts';
import { ServiceError } from '../../lambdas/kernel/errors.ts';
import { recordId, withSize } from '../../lambdas/domain/size.ts';
import { slotNotifications } from '../../lambdas/domain/slot-notifications.ts';
import { newId } from '../../lambdas/runtime/clock.ts';
import { freeSlotClauses } from '../../lambdas/store/instances/slot-freeing.ts';
import { readyLimit } from '../../lambdas/store/instances/slot-limit.ts';
import { readSlotsFor, readTakenSlots, shareClause } from '../../lambdas/store/instances/slot-shares.ts';
import { addTakenClause, readSlots } from '../../lambdas/store/instances/slots.ts';
import { readySlot, takeSlotClauses } from '../../lambdas/store/instances/slot-taking.ts';
import { commit, persist, type Clause } from '../../lambdas/store/table/commit.ts';
import { testClock } from '../../tools/harness/test-clock.ts';
import type { TestTable } from '../../tools/harness/test-table.ts';

const clock = testClock();
/** Large for a day. */
const sizes = withSize([], 'large', clock.now() - 86_400_000);

export const spreadInstance = (): string => recordId(sizes, newId(clock.now()));

/** A partner whose slots are in shares, without its instances. */
export class SlotPartner {
  readonly #table: TestTable;
  readonly id: string;
  /** What members are told of takes. */
  readonly told: string[] = [];

  constructor(table: TestTable, id: string) {
    this.#table = table;
    this.id = id;
  }

  /** Takes a slot for an instance as an operation does. @returns false when the limit is reached */
  take(instance: string): Promise<boolean> {
    const table = this.#table;
    return persist(table.retryPolicy, async () => {
      try {
        const seen = await readSlotsFor(table, this.id, instance);
        const place = await readySlot(table, this.id, instance, seen, sizes, clock.now());
        await commit(table, takeSlotClauses(table, this.id, place));
        if (place.kind === 'item') {
          const { slots } = place;
          this.told.push(...slotNotifications(slots, { ...slots, taken: slots.taken + 1 }).map(({ body }) => body));
        }
        return true;
      } catch (error) {
        if (!(error instanceof ServiceError) || error.code !== 'slot_limit_reached') throw error;
        const { limit } = await readSlots(table, this.id);
        expect(error.details).toEqual({ limit, occupied: expect.any(Number) });
        return false;
      }
    });
  }

  async takeAll(instances: readonly string[]): Promise<void> {
    for (const some of batchesOf(instances, 40)) await Promise.all(some.map((instance) => this.take(instance)));
  }

  free(instance: string): Promise<void> {
    const table = this.#table;
    return persist(table.retryPolicy, async () => commit(table, await freeSlotClauses(table, this.id, instance)));
  }

  /** Stores slots that spread instances have taken, in one commit, while there is no limit. */
  async plant(slots: number): Promise<void> {
    await commit(this.#table, [
      addTakenClause(this.#table, this.id, slots),
      shareClause(this.#table, this.id, 0, { granted: slots, taken: slots }),
    ]);
  }

  /** Reads what it takes to free the slot of an instance. @returns frees it, at first with what was read */
  async beginFreeing(instance: string): Promise<() => Promise<void>> {
    const table = this.#table;
    const read = () => freeSlotClauses(table, this.id, instance);
    let known: readonly Clause[] | null = await read();
    return () =>
      persist(table.retryPolicy, async () => {
        const clauses = known ?? (await read());
        known = null;
        await commit(table, clauses);
      });
  }

  /** Changes the limit as the operator's command does. */
  async limit(slots: number | null): Promise<void> {
    const table = this.#table;
    await persist(table.retryPolicy, async () =>
      commit(table, [(await readyLimit(table, this.id, slots, true)).clause]),
    );
  }

  async held(): Promise<number> {
    return (await readTakenSlots(this.#table, this.id, sizes, clock.now())).taken;
  }
}
