import type { LineFacts, LineState, LineTransition } from './usage-day.ts';

const change = (before: boolean, after: boolean): number => Number(after) - Number(before);

/** A property that an instance has had. */
interface Had {
  readonly atStart: boolean;
  ever: boolean;
}

const codes = 4;

/**
 * Sums up the transitions of a day's instances. It keeps eight bytes for each change of a slot, because only the order of all shows the most that
 * were taken at once.
 */
export class LineTally {
  #instanceId = '';
  #taken: Had = { atStart: true, ever: true };
  #connected: Had = { atStart: true, ever: true };
  #newlyTaken = 0;
  #newlyConnected = 0;
  #slots = 0;
  #lines = 0;
  /** The time of each change of a slot with its code: 0 for a release, 2 for a taking. */
  #changes = new Float64Array(256);
  #count = 0;

  /** The transitions of an instance come one after another, ordered by revision. */
  add({ instanceId, at, before, after }: LineTransition): void {
    if (instanceId !== this.#instanceId) this.#begin(instanceId, before);
    this.#taken.ever ||= after.isTaken;
    this.#connected.ever ||= after.isConnected;
    this.#lines += change(before.isConnected, after.isConnected);
    const slot = change(before.isTaken, after.isTaken);
    this.#slots += slot;
    if (slot === 0) return;
    if (this.#count === this.#changes.length) {
      const more = new Float64Array(2 * this.#count);
      more.set(this.#changes);
      this.#changes = more;
    }
    this.#changes[this.#count++] = at * codes + slot + 1;
  }

  done(): LineFacts {
    this.#begin('', { isTaken: true, isConnected: true });
    return {
      mostTaken: this.#mostTaken(),
      newlyTaken: this.#newlyTaken,
      newlyConnected: this.#newlyConnected,
      slots: this.#slots,
      lines: this.#lines,
    };
  }

  #begin(instanceId: string, before: LineState): void {
    this.#newlyTaken += Number(!this.#taken.atStart && this.#taken.ever);
    this.#newlyConnected += Number(!this.#connected.atStart && this.#connected.ever);
    this.#instanceId = instanceId;
    this.#taken = { atStart: before.isTaken, ever: false };
    this.#connected = { atStart: before.isConnected, ever: false };
  }

  /** A slot that another instance takes at the same time was released first. */
  #mostTaken(): number {
    let [taken, most] = [0, 0];
    for (const code of this.#changes.subarray(0, this.#count).sort()) {
      taken += (code % codes) - 1;
      most = Math.max(most, taken);
    }
    return most;
  }
}
