/**
 * Items that transactions are writing. Other writes of them are refused meanwhile:
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/transaction-apis.html#transaction-conflict-handling
 */
export class ItemLocks {
  readonly #until = new Map<number, number>();
  #queue: { readonly item: number; readonly until: number }[] = [];
  #first = 0;
  conflicts = 0;

  isHeld(item: number, now: number): boolean {
    const until = this.#until.get(item);
    return until !== undefined && until > now;
  }

  hold(items: readonly number[], now: number, milliseconds: number): void {
    this.#forget(now);
    const until = now + milliseconds;
    for (const item of items) {
      this.#until.set(item, until);
      this.#queue.push({ item, until });
    }
  }

  #forget(now: number): void {
    for (
      let next = this.#queue[this.#first];
      next !== undefined && next.until <= now;
      next = this.#queue[this.#first]
    ) {
      if (this.#until.get(next.item) === next.until) this.#until.delete(next.item);
      this.#first += 1;
    }
    if (this.#first < 65_536) return;
    this.#queue = this.#queue.slice(this.#first);
    this.#first = 0;
  }
}
