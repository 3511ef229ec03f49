import { ConnectionLost, Refusal } from '../../packages/client/src/refusal.ts';

export interface Outcome {
  readonly name: string;
  readonly state: 'ok' | 'failed' | 'skipped';
  readonly milliseconds: number;
  /** Null when the step passed. */
  readonly problem: string | null;
}

/** A step found something that the interface does not promise. */
export class Broken extends Error {
  override readonly name = 'Broken';
}

/** The step can't be tried because of the partner's settings. */
export class NotHere extends Error {
  override readonly name = 'NotHere';
}

/** A step failed that later steps depend on. */
class Ended extends Error {
  override readonly name = 'Ended';
}

/** @throws Broken unless the value is the expected one */
export const equal = (what: string, found: unknown, wanted: unknown): void => {
  const [one, other] = [JSON.stringify(found), JSON.stringify(wanted)];
  if (one !== other) throw new Broken(`${what} is ${one}, not ${other}`);
};

/** @throws Broken unless the call is refused with this status and code */
export const refused = async (call: Promise<unknown>, status: number, code: string): Promise<Refusal> => {
  try {
    await call;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    equal('the answer', [error.status, error.code], [status, code]);
    if (error.requestId === null) throw new Broken('the answer has no x-request-id');
    return error;
  }
  throw new Broken(`the call succeeded, but must be refused with ${status} ${code}`);
};

const problemOf = (error: unknown): string => {
  if (error instanceof Refusal) {
    return `${error.status} ${error.code}: ${error.message} (request ${error.requestId ?? 'without an id'})`;
  }
  if (error instanceof ConnectionLost) {
    return error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message;
  }
  return error instanceof Error ? error.message : String(error);
};

/** Runs one step after the other, and keeps the outcomes. */
export class Steps {
  readonly outcomes: Outcome[] = [];
  readonly #tell: (outcome: Outcome) => void;

  /** @param tell is called with each outcome */
  constructor(tell: (outcome: Outcome) => void) {
    this.#tell = tell;
  }

  /** A step that others depend on. @throws Ended when it failed */
  async needed<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
    const begun = performance.now();
    const end = (state: Outcome['state'], problem: string | null): void => {
      const outcome = { name, state, milliseconds: Math.round(performance.now() - begun), problem };
      this.outcomes.push(outcome);
      this.#tell(outcome);
    };
    try {
      const result = await work();
      end('ok', null);
      return result;
    } catch (error) {
      end(error instanceof NotHere ? 'skipped' : 'failed', problemOf(error));
      throw new Ended(name, { cause: error });
    }
  }

  /** A step that no other step depends on. */
  async try(name: string, work: () => Promise<unknown>): Promise<void> {
    await this.whole(async () => {
      await this.needed(name, work);
    });
  }

  /** Steps that depend on each other: after a failure the rest are skipped. */
  async whole(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof Ended)) throw error;
    }
  }
}
