import { randomFrom } from '../../bench/delivery/event-traffic.ts';
import { assumptions } from '../assumptions.ts';
import type { Limits } from '../quotas.ts';
import { Names, type Cast } from '../replay/cast.ts';
import type { Operation } from '../replay/compile.ts';
import type { Deployment } from './deployment.ts';
import { Engine, together, type Process } from './engine.ts';
import type { Resource, ResourceReport } from './resource.ts';
import { Table, type CallOutcome } from './table.ts';
import { Tally } from './tally.ts';

/** The time at which runs begin. It is not near the boundary of a counted span. */
const beginning = Date.UTC(2030, 0, 2, 3, 4, 5);

/** How an operation ended. `busy`: each retry met another write of the same item. */
export type OperationOutcome = Exclude<CallOutcome, 'conflict'> | 'busy';

export interface WorldOptions {
  readonly seed: number;
  readonly limits: Limits;
  readonly deployment: Deployment;
  /** The simulated share of the partners, the load and the limits. */
  readonly scale: number;
  /** The longest pauses of `persist`, attempt by attempt. */
  readonly pauses: readonly number[];
}

/** The state of a run: virtual time, random numbers, the table, and the counts. */
export class World {
  readonly engine = new Engine();
  readonly tally = new Tally(this.engine);
  readonly limits: Limits;
  readonly deployment: Deployment;
  readonly scale: number;
  readonly random: () => number;
  readonly names: Names;
  readonly table: Table;
  readonly pauses: readonly number[];
  readonly #resources: Resource[] = [];

  constructor({ seed, limits, deployment, scale, pauses }: WorldOptions) {
    this.limits = limits;
    this.deployment = deployment;
    this.scale = scale;
    this.random = randomFrom(seed);
    this.names = new Names(this.random);
    this.pauses = pauses;
    this.table = this.watched(new Table(this.engine, this.names, this.random, limits));
  }

  /** Milliseconds since the epoch. */
  get time(): number {
    return beginning + this.engine.now;
  }

  watched<R extends Resource>(resource: R): R {
    this.#resources.push(resource);
    return resource;
  }

  beginCount(): void {
    this.tally.beginCount();
    for (const resource of this.#resources) resource.beginCount();
  }

  report(seconds: number): readonly ResourceReport[] {
    return this.#resources.flatMap((resource) => resource.report(seconds));
  }

  /**
   * Starts processes at a rate of the whole.
   * @param times at random, as with many callers; or at even intervals, as with one caller that knows the limit
   */
  arrive(rate: number, begin: () => Process, times: 'random' | 'even' = 'random'): void {
    const { engine, random, scale } = this;
    const arriving = function* (): Process {
      // Exact times, although the engine runs in steps.
      for (let at = engine.now; ;) {
        at += ((times === 'even' ? 1 : -Math.log(1 - random())) * 1_000) / (rate * scale);
        yield Math.max(0, at - engine.now);
        engine.start(begin());
      }
    };
    engine.start(arriving());
  }

  /** Replays an operation. On conflicts it retries as `persist` does. */
  *run(operation: Operation, cast: Cast): Process<OperationOutcome> {
    for (const pause of [...this.pauses, null]) {
      const outcome = yield* this.#attempt(operation, cast);
      if (outcome !== 'conflict') return outcome;
      if (pause !== null) yield pause * this.random();
    }
    return 'busy';
  }

  *#attempt(operation: Operation, cast: Cast): Process<CallOutcome> {
    for (const round of operation) {
      let worst: CallOutcome = 'done';
      const [only] = round;
      if (round.length === 1 && only !== undefined) worst = yield* this.table.send(only, cast);
      else {
        const { table, engine } = this;
        const one = function* (call: (typeof round)[number]): Process {
          const outcome = yield* table.send(call, cast);
          if (outcome !== 'done') worst = outcome;
        };
        yield* together(engine, round.map(one));
      }
      if (worst !== 'done') return worst;
    }
    return 'done';
  }

  /** The time of a call's own code. */
  get callTime(): number {
    return assumptions.callTime * (0.5 + this.random());
  }
}
