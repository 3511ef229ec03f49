import { differencesOf, normalForm } from './differences.ts';
import { readEndState, knownBefore } from './end-state.ts';
import { settle } from './background.ts';
import { openEnvironment } from './environment.ts';
import { faultKinds, Killed, Outside, type Fault } from './outside.ts';
import type { Again, Attempt, Play } from './play.ts';
import { done, type Told } from './told.ts';
import type { Stage } from './stage.ts';
import type { Memory } from './surroundings.ts';

/** The end of a run. */
interface End {
  readonly calls: readonly string[];
  /** Whether its calls were those of an invocation with a deadline. */
  readonly isTimed: boolean;
  readonly documents: readonly string[];
  readonly repeated: number;
}

export interface Divergence {
  readonly fault: Fault;
  /** The call that failed. */
  readonly call: string;
  readonly differences: readonly string[];
}

export interface Verdict {
  readonly play: Play;
  /** The calls of the undisturbed run. Each was tried with every fault. */
  readonly calls: number;
  readonly runs: number;
  /** Messages that the endpoint received again with the same id. */
  readonly repeated: number;
  readonly divergences: readonly Divergence[];
}

/** The wait until the caller repeats the call. */
const pauses: Record<Again, number> = { client: 5_000, queue: 180_000, nobody: 0 };
const mostTries = 30;
/** The time between the preparation and the run. */
const longAgo = 2_003;

const tell = async (attempt: Attempt, outside: Outside, stage: Stage): Promise<Told> => {
  const it = openEnvironment(stage.surroundings, outside);
  const told = await attempt.act(it).catch((error: unknown): Told => ({ isFinal: false, text: String(error) }));
  await outside.idle();
  return outside.isDead ? { isFinal: false, text: Killed.name } : told;
};

const run = async (stage: Stage, attempt: Attempt, fault: Fault | null): Promise<End> => {
  const { surroundings } = stage;
  const outside = new Outside(fault);
  let told = await tell(attempt, outside, stage);
  for (let tries = 1; !told.isFinal && attempt.again !== 'nobody'; tries += 1) {
    if (tries === mostTries) throw new Error(`repeated without end: ${told.text}`);
    surroundings.clock.pass(pauses[attempt.again]);
    told = await tell(attempt, new Outside(null), stage);
  }
  if (fault === null && !(told.isFinal && told.text.startsWith(attempt.expected ?? ''))) {
    throw new Error(`the undisturbed run was answered: ${told.text}`);
  }
  await settle(surroundings);
  await attempt.afterwards?.(stage.sound());
  const { documents, repeated } = await readEndState(surroundings);
  const all = attempt.again === 'nobody' ? documents : [...documents, `answer ${told.text}`];
  const { progress } = attempt;
  return {
    calls: outside.calls,
    isTimed: outside.isTimed,
    documents: progress === undefined ? all : all.map((text) => text.replaceAll(progress, '<progress>')),
    repeated,
  };
};

/** Whether a document is neither an answer nor its receipt. */
const isNoAnswer = (document: string): boolean => !document.startsWith('answer ') && !document.includes('"RECEIPT"');

/** The end state when the call was never made. */
const untouched = async (stage: Stage, attempt: Attempt): Promise<End> =>
  run(stage, { ...attempt, expected: '', act: () => Promise.resolve(done) }, null);

/** Whether a fault is tried: all faults, or a sample. */
export type Pick = (index: number) => boolean;

/** Tries every call of a play with every fault, and compares each end with the undisturbed one. */
export const tryOut = async (
  stage: Stage,
  play: Play,
  options: { readonly pick: Pick; readonly progress: (tried: number, of: number) => void },
): Promise<Verdict> => {
  await stage.begin.restore();
  const attempt = await play.prepare(stage);
  // So that the run's times differ from those before.
  stage.surroundings.clock.pass(longAgo);
  const memory: Memory = await stage.surroundings.remember();
  const known = knownBefore(memory, stage.surroundings.clock.now());
  const undisturbed = await run(stage, attempt, null);
  const ends = [undisturbed];
  if (attempt.again === 'nobody' || attempt.asksEndpoint === true) {
    await memory.restore();
    ends.push(await untouched(stage, attempt));
  }
  const wanted = ends.map(({ documents }) => normalForm(documents, known));
  const refused = ends.map(({ documents }) => normalForm(documents.filter(isNoAnswer), known));
  const kinds = faultKinds.filter((kind) => kind !== 'runs out of time' || undisturbed.isTimed);
  const faults = undisturbed.calls
    .flatMap((_, index) => kinds.map((kind): Fault => ({ call: index + 1, kind })))
    .filter((_, index) => options.pick(index));
  const divergences: Divergence[] = [];
  let repeated = 0;
  for (const [index, fault] of faults.entries()) {
    options.progress(index, faults.length);
    await memory.restore();
    const call = (end: readonly string[]): string => end[fault.call - 1] ?? 'none';
    try {
      const end = await run(stage, attempt, fault);
      repeated += Math.max(0, end.repeated - undisturbed.repeated);
      const mayBeRefused = fault.kind === 'loses the answer' && call(end.calls).startsWith('endpoint');
      const isOpen = attempt.asksEndpoint === true && mayBeRefused;
      const found = normalForm(isOpen ? end.documents.filter(isNoAnswer) : end.documents, known);
      const [least = []] = (isOpen ? refused : wanted)
        .map((documents) => differencesOf(documents, found))
        .toSorted((left, right) => left.length - right.length);
      if (least.length > 0) divergences.push({ fault, call: call(end.calls), differences: least });
    } catch (error) {
      divergences.push({ fault, call: call(undisturbed.calls), differences: [String(error)] });
    }
  }
  return { play, calls: undisturbed.calls.length, runs: faults.length, repeated, divergences };
};
