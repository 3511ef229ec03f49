/** A discrete-event simulation in virtual milliseconds. Processes of the same time go on in the order of their waits. */

/** A wait: for so many milliseconds, or until a gate is opened. */
type Wait = number | Gate;

/** A process in virtual time. It waits by yielding. */
export type Process<T = void> = Generator<Wait, T, void>;

/** A gate at which processes wait until it is opened. */
export class Gate {
  readonly waiting: Process[] = [];
}

/** Steps of virtual time in a millisecond. */
const steps = 10;

export class Engine {
  now = 0;
  #step = 0;
  /** The processes of each step. */
  readonly #due = new Map<number, Process[]>();

  /** Starts a process now. */
  start(process: Process): void {
    this.#resumeIn(0, process);
  }

  open({ waiting }: Gate): void {
    for (const process of waiting.splice(0)) this.#resumeIn(0, process);
  }

  /** Runs until this time. Processes that have not ended by then are dropped. */
  runUntil(end: number): void {
    for (; this.#step <= end * steps; this.#step += 1) {
      this.now = this.#step / steps;
      const due = this.#due.get(this.#step);
      if (due === undefined) continue;
      // A process that starts now is added to the same step.
      for (const process of due) this.#resume(process);
      this.#due.delete(this.#step);
    }
  }

  #resume(process: Process): void {
    const { done, value } = process.next();
    if (done === true) return;
    if (typeof value === 'number') this.#resumeIn(value, process);
    else value.waiting.push(process);
  }

  #resumeIn(milliseconds: number, process: Process): void {
    const step = this.#step + Math.round(milliseconds * steps);
    const due = this.#due.get(step);
    if (due === undefined) this.#due.set(step, [process]);
    else due.push(process);
  }
}

/** Runs processes concurrently; ends when all have ended. */
export function* together(engine: Engine, processes: readonly Process[]): Process {
  let left = processes.length;
  const gate = new Gate();
  const counted = function* (process: Process): Process {
    yield* process;
    left -= 1;
    if (left === 0) engine.open(gate);
  };
  for (const process of processes) engine.start(counted(process));
  if (left > 0) yield gate;
}
