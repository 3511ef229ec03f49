import { setImmediate } from 'node:timers/promises';
import type { PlatformClient } from '../../lambdas/platform/client.ts';
import type { RetryPolicy, Table } from '../../lambdas/store/table/table.ts';
import { interposed } from '../interposed-table.ts';

interface Call {
  readonly actor: string;
  /** How many calls have to be made before it. */
  readonly after: number;
  readonly make: () => Promise<void>;
}

/** An actor retries when the schedule comes to it. */
export const atOnce: RetryPolicy = { sleep: () => setImmediate(), random: () => 0.5 };

/** Lets an actor come to its next call. */
const turns = 6;

/**
 * The calls of the table and of the platform of several actors, one after another in an order that the dice decide: those of the actor with
 * the highest priority first, which falls now and then. Some calls are late.
 */
export class LineSchedule {
  readonly #roll: () => number;
  readonly #passTime: () => void;
  readonly #waiting: Call[] = [];
  readonly #priorities = new Map<string, number>();
  #made = 0;

  /** @param passTime some calls take a while */
  constructor(roll: () => number, passTime: () => void) {
    this.#roll = roll;
    this.#passTime = passTime;
  }

  table(actor: string, table: Table): Table {
    return interposed({ ...table, retryPolicy: atOnce }, (_, send) => this.#add(actor, send));
  }

  platform(actor: string, client: PlatformClient): PlatformClient {
    return { call: (request) => this.#add(actor, () => client.call(request)) };
  }

  /** Resolves when all actors have ended. */
  async run(actors: readonly Promise<unknown>[]): Promise<void> {
    let left = actors.length;
    const ended = actors.map((actor) =>
      actor.finally(() => {
        left -= 1;
      }),
    );
    while (left > 0) {
      for (let turn = 0; turn < turns; turn += 1) await setImmediate();
      const next = this.#next();
      if (next === null) continue;
      if (this.#roll() < 0.15) this.#passTime();
      this.#made += 1;
      await next.make();
    }
    await Promise.all(ended);
  }

  #add<T>(actor: string, send: () => Promise<T>): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    if (!this.#priorities.has(actor)) this.#priorities.set(actor, this.#roll());
    const after = this.#roll() < 0.12 ? this.#made + Math.floor(this.#roll() * 60) : 0;
    this.#waiting.push({ actor, after, make: () => send().then(resolve, reject) });
    return promise;
  }

  #next(): Call | null {
    const [first] = this.#waiting;
    if (first === undefined) return null;
    if (this.#roll() < 0.08) this.#priorities.set(this.#any(this.#waiting, first).actor, this.#roll() * 0.5);
    const ready = this.#waiting.filter(({ after }) => after <= this.#made);
    const among = ready.length > 0 ? ready : this.#waiting;
    const priorityOf = ({ actor }: Call): number => this.#priorities.get(actor) ?? 0;
    const highest = Math.max(...among.map(priorityOf));
    const best = among.filter((call) => priorityOf(call) === highest);
    const next = this.#any(best, best[0] ?? first);
    this.#waiting.splice(this.#waiting.indexOf(next), 1);
    return next;
  }

  #any(calls: readonly Call[], otherwise: Call): Call {
    return calls[Math.floor(this.#roll() * calls.length)] ?? otherwise;
  }
}
