import { expectedSeconds } from './durations.ts';

/** Seconds of suites that count as run at the expected pace before the first one has ended. */
const prior = 60;

/** Tells which suites still end in time, at the pace of those that have ended: a machine may be several times slower. */
export class Budget {
  readonly #endsAt: number;
  #expected = prior;
  #taken = prior;

  /** @param endsAt the Unix time in seconds at which the last suite must have ended */
  constructor(endsAt: number) {
    this.#endsAt = endsAt;
  }

  /** @param now Unix time in seconds */
  hasTimeFor(suite: string, now: number): boolean {
    return now + expectedSeconds(suite) * (this.#taken / this.#expected) <= this.#endsAt;
  }

  record(suite: string, seconds: number): void {
    this.#expected += expectedSeconds(suite);
    this.#taken += seconds;
  }
}
