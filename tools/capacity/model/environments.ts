import { assumptions } from '../assumptions.ts';
import type { Limits } from '../quotas.ts';
import type { Engine, Process } from './engine.ts';
import type { Resource, ResourceReport } from './resource.ts';

/**
 * The environments of a function that answers calls. An environment serves one call at a time, and at most ten calls a
 * second. AWS does not publish which free environment gets a call, so the model chooses at random.
 */
export class Environments implements Resource {
  readonly #engine: Engine;
  readonly #name: string;
  readonly #most: number;
  readonly #gap: number;
  /** How many environments may start at once, and then in each second. */
  readonly #atOnce: number;
  readonly #ramp: number;
  readonly #random: () => number;
  readonly #free: number[] = [];
  #made = 0;
  #busy = 0;
  #busyTime = 0;
  #refused = 0;
  #served = 0;

  constructor(engine: Engine, name: string, most: number, limits: Limits, random: () => number) {
    this.#engine = engine;
    this.#name = name;
    this.#most = most;
    this.#gap = 1_000 / limits.environmentRequests;
    this.#atOnce = limits.environmentRamp * 10;
    this.#ramp = limits.environmentRamp;
    this.#random = random;
  }

  /** Starts environments before the run. */
  warm(count: number): void {
    for (; this.#made < Math.min(count, this.#most); this.#made += 1) this.#free.push(this.#made);
  }

  /** @returns an environment and the time of its start; null when none is available */
  take(): { readonly id: number; readonly start: number } | null {
    const id = this.#takeFree();
    if (id === null) {
      if (this.#made >= Math.min(this.#most, this.#atOnce + (this.#ramp * this.#engine.now) / 1_000)) {
        this.#refused += 1;
        return null;
      }
      this.#made += 1;
    }
    this.#busy += 1;
    this.#served += 1;
    return id === null ? { id: this.#made - 1, start: assumptions.startTime } : { id, start: 0 };
  }

  /** @param began the time when the call began */
  leave(id: number, began: number): void {
    const { now } = this.#engine;
    this.#busy -= 1;
    const from = Math.max(now, began + this.#gap);
    this.#busyTime += from - began;
    if (from === now) this.#free.push(id);
    else this.#engine.resumeIn(from - now, this.#rest(id));
  }

  *#rest(id: number): Process {
    this.#free.push(id);
  }

  #takeFree(): number | null {
    const at = Math.floor(this.#random() * this.#free.length);
    const [found, last] = [this.#free[at], this.#free.pop()];
    if (found === undefined || last === undefined) return null;
    if (at < this.#free.length) this.#free[at] = last;
    return found;
  }

  beginCount(): void {
    this.#busyTime = 0;
    this.#refused = 0;
    this.#served = 0;
  }

  report(seconds: number): readonly ResourceReport[] {
    const load = this.#busyTime / 1_000 / seconds / this.#most;
    return [{ name: `${this.#name}, environments`, load, refused: this.#refused }];
  }
}
