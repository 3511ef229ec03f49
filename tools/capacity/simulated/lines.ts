import { contended, persist } from '../../../lambdas/store/table/commit.ts';
import { assumptions } from '../assumptions.ts';
import { costOf, itemsOf, recorded } from '../computed/operations.ts';
import type { Use } from '../measured.ts';
import type { Process } from './engine.ts';
import type { Scenario } from './scenario.ts';
import type { Watched, World } from './world.ts';

/**
 * An item that every commit of a load changes. While a transaction has it, others are refused:
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/transaction-apis.html#transaction-conflict-handling
 */
class SharedItem implements Watched {
  readonly #name: string;
  #heldUntil = 0;
  #heldTime = 0;

  constructor(name: string) {
    this.#name = name;
  }

  /** @returns whether no other transaction has it */
  take(now: number): boolean {
    if (this.#heldUntil > now) return false;
    this.#heldUntil = now + assumptions.transactionTime;
    this.#heldTime += assumptions.transactionTime;
    return true;
  }

  beginCount(): void {
    this.#heldTime = 0;
  }

  use(seconds: number): Use {
    return { name: `item ${this.#name}, transactions`, used: this.#heldTime / 1_000 / seconds, limit: 1 };
  }
}

const line = costOf(recorded('newLine'));
/** A line's writes of its partner's usage. */
const usageWrites = itemsOf(recorded('newLine')).reduce(
  (sum, { pk, write }) => (pk === '{usageFacts}' ? sum + write : sum),
  0,
);

/** A partition that all lines of a partner use. */
const usageOf = ({ tally, setting }: World): Watched => ({
  beginCount: () => undefined,
  use: (seconds) => ({
    name: 'partition usageFacts, W',
    used: (usageWrites * tally.served) / seconds,
    limit: setting.limits.partitionWrites,
  }),
});

/**
 * The longest pauses of the service's own `persist`, attempt by attempt. They are measured by letting it fail. The model
 * waits as long, in virtual time.
 */
const contentionPauses = async (): Promise<readonly number[]> => {
  const pauses: number[] = [];
  const retryPolicy = {
    random: () => 1,
    sleep: (milliseconds: number) => {
      pauses.push(milliseconds);
      return Promise.resolve();
    },
  };
  await persist(retryPolicy, () => Promise.reject(contended())).catch(() => undefined);
  return pauses;
};

/** New lines of one partner, whose slots are one item. A refused commit decides again, as `persist` does. */
export const linesOf = async (): Promise<Scenario> => {
  const pauses = await contentionPauses();
  const create = function* (world: World, slots: SharedItem): Process {
    const { engine, tally } = world;
    tally.offer();
    const since = engine.now;
    yield assumptions.callTime * (0.5 + world.random());
    for (const pause of [...pauses, null]) {
      yield assumptions.readTime;
      if (slots.take(engine.now)) {
        yield* world.run(line);
        tally.serve(engine.now - since);
        return;
      }
      yield assumptions.transactionTime;
      if (pause !== null) yield pause * world.random();
    }
  };
  return {
    span: { warm: 5, counted: 30, scale: 1 },
    fast: { warm: 5, counted: 15, scale: 1 },
    within: 5,
    begin: (world, rate) => {
      const slots = world.watch(new SharedItem('slots'));
      world.watch(usageOf(world));
      world.arrive(rate, () => create(world, slots));
      return () => 0;
    },
  };
};
