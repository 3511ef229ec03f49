import { minute, type Milliseconds } from '../../lambdas/kernel/time.ts';
import { Outside, type OutsideCall } from '../processes/outside.ts';
import type { Scheduler } from './scheduler.ts';

/** The process has died. Nothing that it does afterwards has an effect. */
export class Killed extends Error {
  override readonly name = 'Killed';
}

/** What happens at a call. */
export interface Fate {
  /** The process stalls before the call is made, and before it goes on with the answer. */
  readonly before: Milliseconds;
  readonly after: Milliseconds;
  readonly fault: FaultKind | null;
  /** How long others notice the call before it is made: a transaction holds its items. */
  readonly underWay?: Milliseconds;
  /** When a late call lands, after the death of its process. */
  readonly late?: Milliseconds;
}

/**
 * - A process dies before a call or after it, or goes on without the answer: its client sends the call again.
 * - Its client gives up, without an effect of the call or with one.
 * - It is frozen, and the call lands when it is dead.
 * - It gets the answer when its invocation has no time left for a further call.
 */
export const faultKinds = [
  'dies before',
  'dies after',
  'loses the answer',
  'fails before',
  'fails after',
  'lands late',
  'runs out of time',
] as const;

/** The end of an invocation in which functions begin no further call. */
const lastMoment: Milliseconds = 2_000;
type FaultKind = (typeof faultKinds)[number];

/** No call lands later than that: AWS refuses a request fifteen minutes after it was signed. */
export const latestLanding: Milliseconds = 14 * minute;

/** Decides what happens at a call of a process. */
export type FateOf = (process: Process, index: number, name: string) => Fate;

/** An invocation of a function. Each of its calls is an event of the scheduler. After its end, nothing it does has an effect. */
export class Process extends Outside {
  /** The function or the actor, numbered: `InstanceRefresh 2`. */
  readonly name: string;
  readonly kind: string;
  readonly #scheduler: Scheduler;
  readonly #fateOf: FateOf;
  readonly #end: Milliseconds;
  #isKilled = false;

  constructor(scheduler: Scheduler, fateOf: FateOf, kind: string, number: number, end: Milliseconds) {
    super();
    this.kind = kind;
    this.name = `${kind} ${number}`;
    this.#scheduler = scheduler;
    this.#fateOf = fateOf;
    this.#end = end;
  }

  override get isDead(): boolean {
    return this.#isKilled || this.#scheduler.now > this.#end;
  }

  #alive(name: string): void {
    if (this.isDead) throw new Killed(name);
  }

  override async call<T>(call: OutsideCall<T>): Promise<T> {
    const { name, act, begin, lost, failed = lost } = call;
    this.#alive(name);
    this.calls.push(name);
    const { before, after, fault, underWay = 0, late = 0 } = this.#fateOf(this, this.calls.length, name);
    await this.#scheduler.wait(before);
    this.#alive(name);
    if (fault === 'dies before') return this.#die(name);
    if (fault === 'lands late') {
      this.#scheduler.at(this.#scheduler.now + late, () => {
        void this.#scheduler.act(act).catch(() => undefined);
      });
      return this.#die(name);
    }
    if (fault === 'fails before') return failed();
    if (begin !== undefined && underWay > 0) {
      const end = begin();
      await this.#scheduler.wait(underWay);
      end();
    }
    const answer = await this.#scheduler.act(act);
    if (fault === 'dies after') return this.#die(name);
    if (fault === 'runs out of time') await this.#scheduler.wait(this.#end - lastMoment - this.#scheduler.now);
    await this.#scheduler.wait(after);
    this.#alive(name);
    if (fault === 'fails after') return failed();
    return fault === 'loses the answer' ? lost() : answer;
  }

  #die(name: string): never {
    this.#isKilled = true;
    throw new Killed(name);
  }
}
