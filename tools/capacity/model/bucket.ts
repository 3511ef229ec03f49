/** A token bucket with a rate per second and a burst. An admitted use may overdraw it. */
export class Bucket {
  readonly rate: number;
  readonly #most: number;
  #tokens: number;
  #at = 0;
  /** Tokens used since the counting began. */
  used = 0;
  refused = 0;

  /** @param burst the most tokens that it keeps. Default: those of a second */
  constructor(rate: number, burst = rate) {
    this.rate = rate;
    this.#most = burst;
    this.#tokens = rate / 20;
  }

  hasRoom(now: number): boolean {
    this.#tokens = Math.min(this.#most, this.#tokens + ((now - this.#at) * this.rate) / 1_000);
    this.#at = now;
    return this.#tokens > 0;
  }

  take(amount: number): void {
    this.#tokens -= amount;
    this.used += amount;
  }

  /** Drops the burst: with a full bucket every short run would be served more than the rate. */
  beginCount(): void {
    this.#tokens = Math.min(this.#tokens, this.rate);
    this.used = 0;
    this.refused = 0;
  }
}
