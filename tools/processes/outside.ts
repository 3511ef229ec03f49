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

/** The outside calls of a process. */
export class Outside {
  readonly calls: string[] = [];
  readonly #underWay = new Set<Promise<unknown>>();

  get isDead(): boolean {
    return false;
  }

  call<T>({ name, act }: OutsideCall<T>): Promise<T> {
    this.calls.push(name);
    const outcome = act();
    const settled = outcome.catch(() => undefined).finally(() => this.#underWay.delete(settled));
    this.#underWay.add(settled);
    return outcome;
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
