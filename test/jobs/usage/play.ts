import { day, type Milliseconds } from '../../../lambdas/kernel/time.ts';
import type { PartnerHistory } from './partner-history.ts';
import type { UsageScene } from './usage-scene.ts';

const hour: Milliseconds = 3_600_000;
/** Records are never as late as the review of a day. */
const latest: Milliseconds = 3 * day;

interface Waiting {
  /** A time before the record was written. */
  readonly since: Milliseconds;
  readonly record: unknown;
}

/** The second reader of the stream: late, in another order, in small batches, and some of it again. */
class LateJournal {
  readonly #scene: UsageScene;
  readonly #random: () => number;
  readonly #seen: unknown[] = [];
  #waiting: readonly Waiting[] = [];
  #read: Milliseconds;

  constructor(scene: UsageScene, random: () => number) {
    this.#scene = scene;
    this.#random = random;
    this.#read = scene.clock.now();
  }

  /** Journals most of what came, at some steps. */
  async step(): Promise<void> {
    const now = this.#scene.clock.now();
    if (this.#random() > 0.3 && now - this.#read < 36 * hour) return;
    await this.#take();
    const isLeft = ({ since }: Waiting): boolean => since > now - latest && this.#random() < 0.2;
    const left = new Set(this.#waiting.filter(isLeft));
    const batch = this.#waiting.filter((one) => !left.has(one)).map(({ record }) => record);
    this.#waiting = Array.from(left);
    batch.push(...this.#seen.filter(() => this.#random() < 0.1));
    while (batch.length > 0) {
      const some = batch.splice(Math.floor(this.#random() * batch.length), 1 + Math.floor(this.#random() * 20));
      await this.#scene.journal(some);
      this.#seen.push(...some);
    }
    this.#seen.splice(0, Math.max(0, this.#seen.length - 200));
  }

  /** Journals what is left. */
  async rest(): Promise<void> {
    await this.#take();
    await this.#scene.journal(this.#waiting.map(({ record }) => record));
    this.#waiting = [];
  }

  async #take(): Promise<void> {
    const since = this.#read;
    this.#read = this.#scene.clock.now();
    this.#waiting = [...this.#waiting, ...(await this.#scene.records()).map((record) => ({ since, record }))];
  }
}

export interface Run {
  readonly length: Milliseconds;
  /** The longest time between two steps. */
  readonly gap: Milliseconds;
  /** Is called at some steps. */
  readonly close: () => Promise<void>;
}

/** Plays histories, and closes days as they end. */
export const play = async (
  scene: UsageScene,
  histories: readonly PartnerHistory[],
  random: () => number,
  { length, gap, close }: Run,
): Promise<void> => {
  const journal = new LateJournal(scene, random);
  const end = scene.clock.now() + length;
  while (scene.clock.now() < end) {
    await histories[Math.floor(random() * histories.length)]?.act();
    scene.clock.pass(Math.floor(random() * gap));
    await journal.step();
    if (random() < 0.5) await close();
  }
  for (const { count } of histories) count.look();
  await journal.rest();
};
