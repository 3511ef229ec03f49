/** The values used last, up to a number of them: a Map keeps the order in which its keys were set. */
export class Lru<V> {
  readonly #values = new Map<string, V>();
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  get(key: string): V | undefined {
    const value = this.#values.get(key);
    if (value !== undefined) this.set(key, value);
    return value;
  }

  set(key: string, value: V): void {
    this.#values.delete(key);
    this.#values.set(key, value);
    if (this.#values.size <= this.#most) return;
    const [oldest] = this.#values.keys();
    if (oldest !== undefined) this.#values.delete(oldest);
  }

  keys(): IterableIterator<string> {
    return this.#values.keys();
  }

  delete(key: string): void {
    this.#values.delete(key);
  }
}
