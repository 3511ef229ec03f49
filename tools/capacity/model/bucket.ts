/** A limit a second: tokens come evenly, and a burst of them is kept. What was admitted may overdraw it. */
export class Bucket {
  readonly rate: number;
  readonly #most: number;
  #tokens: number;
  #at = 0;
  /** Taken since the counting began. */
  used = 0;
  refused = 0;

  /** @param burst tokens that are kept at most; those of a second when left out */
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

  /** A bucket that is full when the counting begins would serve more than its rate in every short run. */
  beginCount(): void {
    this.#tokens = Math.min(this.#tokens, this.rate);
    this.used = 0;
    this.refused = 0;
  }
}
