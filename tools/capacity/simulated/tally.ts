import type { Engine } from './engine.ts';

/** The outcomes of a run's operations since the counting began. */
export class Tally {
  offered = 0;
  served = 0;
  readonly #latencies: number[] = [];
  /** The operations served in each second. */
  readonly #bySecond: number[] = [];
  readonly #engine: Pick<Engine, 'now'>;
  #began = Infinity;

  constructor(engine: Pick<Engine, 'now'>) {
    this.#engine = engine;
  }

  beginCount(): void {
    this.#began = this.#engine.now;
  }

  offer(): void {
    if (this.#engine.now >= this.#began) this.offered += 1;
  }

  serve(milliseconds: number): void {
    if (this.#engine.now < this.#began) return;
    this.served += 1;
    const second = Math.floor((this.#engine.now - this.#began) / 1_000);
    this.#bySecond[second] = (this.#bySecond[second] ?? 0) + 1;
    this.#latencies.push(milliseconds);
  }

  /** The seconds in which less was served than this share of the mean offered load. */
  secondsBelow(share: number, seconds: number): number {
    const least = (share * this.offered) / seconds;
    return Array.from({ length: seconds }, (_, second) => this.#bySecond[second] ?? 0).filter(
      (served) => served < least,
    ).length;
  }

  /** @param share such as 0.99 for the 99th percentile */
  percentile(share: number): number {
    const sorted = Float64Array.from(this.#latencies).sort();
    return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  }
}
