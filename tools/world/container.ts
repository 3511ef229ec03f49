import { openLasting, type Lasting, type Systems } from '../processes/environment.ts';
import { Outside, type OutsideCall } from '../processes/outside.ts';
import type { Process } from './process.ts';

/**
 * An environment of Lambda, which runs one invocation at a time, and keeps its clock and its caches between them. What one of them left undone goes
 * on during the next.
 * https://docs.aws.amazon.com/lambda/latest/dg/lambda-runtime-environment.html
 */
export class Container extends Outside {
  readonly systems: Systems;
  readonly lasting: Lasting;
  #process: Process;

  constructor(systems: Systems, process: Process) {
    super();
    this.systems = systems;
    this.#process = process;
    this.lasting = openLasting(systems, this);
  }

  override get isDead(): boolean {
    return this.#process.isDead;
  }

  override call<T>(call: OutsideCall<T>): Promise<T> {
    return this.#process.call(call);
  }

  /** Begins an invocation. */
  run(process: Process): void {
    this.#process = process;
  }
}
