import { startWholeStack } from '../harness/whole-stack.ts';
import { Client } from './client.ts';
import { existingTotals, type Ledger } from './ledger.ts';
import { settled } from './settled.ts';
import { connectInstance, traffic, type Accepted } from './traffic.ts';
import { beginPhase, phases } from './phases.ts';

export interface SkewOptions {
  /** The cloud assembly of the released version. */
  readonly released: string;
  readonly secondsOfPhase: number;
  readonly callers: number;
  readonly onPhase: (name: string, operations: number) => void;
}

export interface SkewResult {
  readonly operations: number;
  readonly ledger: Ledger;
  /** The number of answers with each status and code. */
  readonly answers: ReadonlyMap<string, number>;
  /** Refusals of commands that nothing forbids. */
  readonly refusals: readonly string[];
  /** Lines in which a function logged an error other than a call of AWS without an answer, with the function's name. */
  readonly errors: readonly string[];
  /** Functions that only the present version has. */
  readonly withoutCounterpart: readonly string[];
}

const environmentLimit = 3;

/**
 * A call of AWS without an answer in time says nothing of the versions, but that the machine is busy. What it leaves undone
 * is in the ledger.
 */
const isError = (text: string): boolean =>
  (text.includes('"level":"ERROR"') || text.includes('"level":"FATAL"')) &&
  !text.includes('"name":"TimeoutError","message":"no answer within ');

/** Traffic through one stack in which two versions of the code run side by side, through all phases of a release. */
export const runSkew = async ({ released, secondsOfPhase, callers, onPhase }: SkewOptions): Promise<SkewResult> => {
  const { stack } = await startWholeStack({ fastRetries: true, environmentLimit, beside: released });
  try {
    const client = new Client(stack.description);
    const accepted: Accepted = { customers: [], reports: new Set(), operations: 0, refusals: [] };
    const number = await connectInstance(client);
    const before = await existingTotals(client);
    for (const [place, phase] of phases.entries()) {
      await beginPhase(stack.functions, phase);
      onPhase(phase.name, accepted.operations);
      const ends = performance.now() + secondsOfPhase * 1_000;
      const goesOn = (): boolean => performance.now() < ends;
      const workers = Array.from({ length: callers }, (_, worker) => place * callers + worker);
      await Promise.all(workers.map((worker) => traffic(client, accepted, worker, number, goesOn)));
    }
    // A record that a version can't read may keep the check itself from an answer.
    const ledger = await settled(stack, client, accepted, before).catch((error: unknown): Ledger => ({
      lost: [`the check: ${String(error)}`],
      doubled: [],
      repeated: 0,
      events: 0,
    }));
    const errors = stack.functionLog.lines
      .filter(({ text }) => isError(text))
      .map(({ functionName, text }) => `${functionName}: ${text}`);
    const withoutCounterpart = [...stack.functions]
      .filter(({ other }) => other === undefined)
      .map(({ configuration }) => configuration.name);
    const { operations, refusals } = accepted;
    return { operations, ledger, answers: client.answers, refusals, errors, withoutCounterpart };
  } finally {
    await stack.stop();
  }
};
