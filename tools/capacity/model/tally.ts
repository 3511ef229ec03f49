import type { Engine } from './engine.ts';

/** What became of the operations of a run, from when the counting began. */
export class Tally {
  offered = 0;
  served = 0;
  refused = 0;
  #latencies: number[] = [];
  #isCounting = false;
  #began = 0;
  /** Operations that were served in each second. */
  readonly #bySecond: number[] = [];
  readonly #engine: Pick<Engine, 'now'>;

  constructor(engine: Pick<Engine, 'now'>) {
    this.#engine = engine;
  }

  beginCount(): void {
    this.#isCounting = true;
    this.#began = this.#engine.now;
  }

  offer(): void {
    if (this.#isCounting) this.offered += 1;
  }

  serve(milliseconds: number): void {
    if (!this.#isCounting) return;
    this.served += 1;
    const second = Math.floor((this.#engine.now - this.#began) / 1_000);
    this.#bySecond[second] = (this.#bySecond[second] ?? 0) + 1;
    this.#latencies.push(milliseconds);
  }

  refuse(): void {
    if (this.#isCounting) this.refused += 1;
  }

  /** Seconds in which less was served than this share of what was offered in the mean. */
  secondsBelow(share: number, seconds: number): number {
    const least = (share * this.offered) / seconds;
    return Array.from({ length: seconds }, (_, second) => this.#bySecond[second] ?? 0).filter(
      (served) => served < least,
    ).length;
  }

  /** @param share 0.99 for the time that one of a hundred exceeds */
  percentile(share: number): number {
    const sorted = Float64Array.from(this.#latencies).sort();
    return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  }
}
