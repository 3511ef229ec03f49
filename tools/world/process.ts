import type { Milliseconds } from '../../lambdas/kernel/time.ts';
import { Killed, Outside, type OutsideCall } from '../crash/outside.ts';
import type { Scheduler } from './scheduler.ts';

/** What happens at a call. */
export interface Fate {
  /** The process stalls before the call is made, and before it goes on with the answer. */
  readonly before: Milliseconds;
  readonly after: Milliseconds;
  readonly fault: 'dies before' | 'dies after' | 'loses the answer' | null;
}

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
    super(null);
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

  override async call<T>({ name, act, lost }: OutsideCall<T>): Promise<T> {
    this.#alive(name);
    this.calls.push(name);
    const { before, after, fault } = this.#fateOf(this, this.calls.length, name);
    await this.#scheduler.wait(before);
    this.#alive(name);
    if (fault === 'dies before') return this.#die(name);
    const answer = await this.#scheduler.act(act);
    if (fault === 'dies after') return this.#die(name);
    await this.#scheduler.wait(after);
    this.#alive(name);
    return fault === 'loses the answer' ? lost() : answer;
  }

  #die(name: string): never {
    this.#isKilled = true;
    throw new Killed(name);
  }
}
