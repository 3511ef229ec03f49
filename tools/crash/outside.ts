/**
 * The faults of an outside call: the process crashes before it or after it, goes on without the answer, or gets the answer when its
 * invocation has no time left for a further call.
 */
export const faultKinds = ['dies before', 'dies after', 'loses the answer', 'runs out of time'] as const;
type FaultKind = (typeof faultKinds)[number];

export interface Fault {
  /** The number of the call, from 1, in the order in which the calls begin. */
  readonly call: number;
  readonly kind: FaultKind;
}

/** The process has crashed. Nothing that it does afterwards has an effect. */
export class Killed extends Error {
  override readonly name = 'Killed';
}

/** A call, and what its caller gets when the answer is lost. */
export interface OutsideCall<T> {
  readonly name: string;
  readonly act: () => Promise<T>;
  readonly lost: () => Promise<T>;
  /** What the caller gets when its client has given up; by default as after a lost answer. */
  readonly failed?: () => Promise<T>;
  /** Begins what others notice while the call is under way. @returns ends it */
  readonly begin?: () => () => void;
}

const turns = 5;

/** The outside calls of a process. It lists them, and makes one of them fail. */
export class Outside {
  readonly calls: string[] = [];
  readonly #fault: Fault | null;
  readonly #underWay = new Set<Promise<unknown>>();
  #isDead = false;
  #useUp: (() => void) | null = null;

  constructor(fault: Fault | null) {
    this.#fault = fault;
  }

  get isDead(): boolean {
    return this.#isDead;
  }

  /** Whether the calls were those of an invocation with a deadline. */
  get isTimed(): boolean {
    return this.#useUp !== null;
  }

  /** The calls that follow are those of an invocation. @param useUp lets its time for calls pass */
  invoked(useUp: () => void): void {
    this.#useUp = useUp;
  }

  call<T>(call: OutsideCall<T>): Promise<T> {
    const outcome = this.#perform(call);
    const settled = outcome.catch(() => undefined).finally(() => this.#underWay.delete(settled));
    this.#underWay.add(settled);
    return outcome;
  }

  async #perform<T>({ name, act, lost }: OutsideCall<T>): Promise<T> {
    if (this.#isDead) throw new Killed('dead already');
    this.calls.push(name);
    const fault = this.calls.length === this.#fault?.call ? this.#fault : null;
    switch (fault?.kind) {
      case undefined:
        return act();
      case 'dies before':
        this.#isDead = true;
        throw new Killed(`before ${name}`);
      case 'dies after':
        this.#isDead = true;
        await act();
        throw new Killed(`after ${name}`);
      case 'loses the answer':
        await act();
        return lost();
      case 'runs out of time': {
        const answer = await act();
        this.#useUp?.();
        return answer;
      }
    }
  }

  /** Resolves when calls that continued after the answer have ended too. */
  async idle(): Promise<void> {
    for (let quiet = 0; quiet < turns; quiet += 1) {
      if (this.#underWay.size > 0) quiet = 0;
      await Promise.all(this.#underWay);
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
}
