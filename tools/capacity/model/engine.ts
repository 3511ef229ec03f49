/** A discrete-event simulation in virtual milliseconds. Events of the same time happen in the order of their creation. */

/** A wait: for so many milliseconds, or until a gate is opened. */
type Wait = number | Gate;

/** A process in virtual time. It waits by yielding. */
export type Process<T = void> = Generator<Wait, T, void>;

/** A gate at which processes wait until it is opened. */
export class Gate {
  #waiting: Process[] = [];
  readonly #engine: Engine;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  park(process: Process): void {
    this.#waiting.push(process);
  }

  open(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const process of waiting) this.#engine.resumeIn(0, process);
  }
}

/** Steps of virtual time in a millisecond. */
const steps = 10;
/** The number of separate steps: 26 s. Later waits are in a list, which is searched when these steps have passed. */
const slotCount = 2 ** 18;

/** Runs millions of waits, each in the slot of its step. */
export class Engine {
  now = 0;
  #step = 0;
  #slots: (Process[] | undefined)[] = new Array<Process[] | undefined>(slotCount).fill(undefined);
  #later: { readonly step: number; readonly process: Process }[] = [];

  /** Starts a process now. */
  start(process: Process): void {
    this.resumeIn(0, process);
  }

  resumeIn(milliseconds: number, process: Process): void {
    const step = this.#step + Math.round(milliseconds * steps);
    if (step - this.#step >= slotCount) this.#later.push({ step, process });
    else this.#keep(step, process);
  }

  /** Runs until this time. Processes that have not ended by then are dropped. */
  runUntil(end: number): void {
    for (; this.#step <= end * steps; this.#step += 1) {
      this.now = this.#step / steps;
      if (this.#step % slotCount === 0) this.#takeLater();
      const place = this.#step % slotCount;
      const slot = this.#slots[place];
      if (slot === undefined) continue;
      // A process that starts now is added to the same slot.
      for (let index = 0; index < slot.length; index += 1) this.#resume(slot[index]);
      this.#slots[place] = undefined;
    }
  }

  #resume(process: Process | undefined): void {
    const turn = process?.next();
    if (process === undefined || turn === undefined || turn.done === true) return;
    if (typeof turn.value === 'number') this.resumeIn(turn.value, process);
    else turn.value.park(process);
  }

  #keep(step: number, process: Process): void {
    const place = step % slotCount;
    const slot = this.#slots[place];
    if (slot === undefined) this.#slots[place] = [process];
    else slot.push(process);
  }

  #takeLater(): void {
    const waiting = this.#later;
    this.#later = [];
    for (const { step, process } of waiting) {
      if (step - this.#step >= slotCount) this.#later.push({ step, process });
      else this.#keep(step, process);
    }
  }
}

/** Runs processes concurrently; ends when all have ended. */
export function* together(engine: Engine, processes: readonly Process[]): Process {
  if (processes.length === 1 && processes[0] !== undefined) {
    yield* processes[0];
    return;
  }
  let left = processes.length;
  const gate = new Gate(engine);
  const counted = function* (process: Process): Process {
    yield* process;
    left -= 1;
    if (left === 0) gate.open();
  };
  for (const process of processes) engine.start(counted(process));
  if (left > 0) yield gate;
}
