import { ConnectionLost, Refusal } from '../../packages/client/src/refusal.ts';

export interface Outcome {
  readonly name: string;
  readonly state: 'ok' | 'failed' | 'skipped';
  readonly milliseconds: number;
  /** Null when all is well. */
  readonly problem: string | null;
}

/** What a step found is not what the interface promises. */
export class Broken extends Error {
  override readonly name = 'Broken';
}

/** The partner's own settings keep the step from being tried. */
export class NotHere extends Error {
  override readonly name = 'NotHere';
}

/** The steps that follow need what this one did not bring. */
class Ended extends Error {
  override readonly name = 'Ended';
}

/** @throws Broken when a value is not the one that the interface promises */
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
  throw new Broken(`the call went through, and should be refused with ${status} ${code}`);
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

/** Tries one step after the other, and keeps what came of each. */
export class Steps {
  readonly outcomes: Outcome[] = [];
  readonly #tell: (outcome: Outcome) => void;

  /** @param tell hears of each outcome as it comes */
  constructor(tell: (outcome: Outcome) => void) {
    this.#tell = tell;
  }

  /** A step that others need. @throws Ended when it failed */
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

  /** A step that nothing depends on. */
  async try(name: string, work: () => Promise<unknown>): Promise<void> {
    await this.whole(async () => {
      await this.needed(name, work);
    });
  }

  /** Steps that build on each other: after a failure the rest of them are left out. */
  async whole(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof Ended)) throw error;
    }
  }
}
