import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { slotNotifications } from '../../lambdas/domain/slot-notifications.ts';
import type { Slots } from '../../lambdas/domain/slots.ts';
import { ServiceError } from '../../lambdas/kernel/errors.ts';
import { freeSlotClause, readSlots, slotLimitClause, takeSlotClause } from '../../lambdas/store/instances/slots.ts';
import { commit, persist, type Clause } from '../../lambdas/store/table/commit.ts';
import { keys } from '../../lambdas/store/table/keys.ts';
import type { TestTable } from '../../tools/harness/test-table.ts';

/** A change of slots with what was read before it. */
type Change = () => Promise<void>;

/** A partner's slots, without its instances. */
export class SlotPartner {
  readonly #table: TestTable;
  readonly id: string;
  /** What members are notified of. */
  readonly notified: string[] = [];

  constructor(table: TestTable, id: string) {
    this.#table = table;
    this.id = id;
  }

  slots(): Promise<Slots> {
    return readSlots(this.#table, this.id);
  }

  async #commit(clause: Clause, before: Slots, after: Slots): Promise<void> {
    await commit(this.#table, [clause]);
    this.notified.push(...slotNotifications(before, after).map(({ body }) => body.replace(/ slots are taken.*$/, '')));
  }

  /** Reads what it takes to take a slot. @throws ServiceError slot_limit_reached */
  async beginTaking(): Promise<Change> {
    const slots = await this.slots();
    const clause = takeSlotClause(this.#table, this.id, slots);
    return () => this.#commit(clause, slots, { ...slots, taken: slots.taken + 1 });
  }

  /** Reads what it takes to set a limit. */
  async beginLimiting(limit: number | null): Promise<Change> {
    const slots = await this.slots();
    const clause = slotLimitClause(this.#table, this.id, slots, limit);
    return () => this.#commit(clause, slots, { ...slots, limit });
  }

  /** Takes a slot as an operation does. @returns false when the limit is reached */
  async take(): Promise<boolean> {
    try {
      await persist(this.#table.retryPolicy, async () => (await this.beginTaking())());
      return true;
    } catch (error) {
      if (error instanceof ServiceError && error.code === 'slot_limit_reached') return false;
      throw error;
    }
  }

  async takeAll(count: number): Promise<void> {
    for (let taken = 0; taken < count; taken += 1) await this.take();
  }

  free(): Promise<void> {
    const table = this.#table;
    return persist(table.retryPolicy, () => commit(table, [freeSlotClause(table, this.id)]));
  }

  /** Changes the limit as the operator's command does. */
  limit(slots: number | null): Promise<void> {
    return persist(this.#table.retryPolicy, async () => {
      if ((await this.slots()).limit !== slots) await (await this.beginLimiting(slots))();
    });
  }

  /** Gives the item a phase, as an earlier version did. */
  async plantPhase(phase: number): Promise<void> {
    await this.#table.client.send(
      new UpdateCommand({
        TableName: this.#table.name,
        Key: { ...keys.slots(this.id) },
        UpdateExpression: 'SET phase = :phase',
        ExpressionAttributeValues: { ':phase': phase },
      }),
    );
  }
}
