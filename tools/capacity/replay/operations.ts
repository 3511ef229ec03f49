import { compiled, only, type CallItem, type Operation } from './compile.ts';
import { readRecording, type Recording } from './recording.ts';

/** A route in an environment that has cached its caller, and in one that has not. */
export interface Route {
  readonly known: Operation;
  readonly unknown: Operation;
  /** The reads that an environment makes once for all callers. */
  readonly stage: Operation;
  /** Takes tokens of the rate limit. */
  readonly lease: Operation;
}

const isLease = ({ label }: CallItem): boolean => label.endsWith('#RATE');
const isStage = ({ label }: CallItem): boolean => label === 'publishableKeys';

/** The recorded operations, ready to be replayed. */
export class Operations {
  readonly #recording: Recording;
  readonly #compiled = new Map<string, Operation>();

  constructor(recording: Recording = readRecording()) {
    this.#recording = recording;
  }

  has(name: string): boolean {
    return name in this.#recording;
  }

  get(name: string): Operation {
    const known = this.#compiled.get(name);
    if (known !== undefined) return known;
    const recorded = this.#recording[name];
    if (recorded === undefined) throw new Error(`"${name}" is not recorded; npm run capacity -- --record`);
    const made = compiled(recorded);
    this.#compiled.set(name, made);
    return made;
  }

  route(name: string): Route {
    const cold = this.get(`${name}, unknown caller`);
    return {
      known: this.get(name),
      unknown: only(cold, (item) => !isLease(item) && !isStage(item)),
      stage: only(cold, isStage),
      lease: only(cold, isLease),
    };
  }
}
