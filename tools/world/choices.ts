/** Values from 0 to 1 by place, in place of what the seed chooses there. With 1, nothing breaks. */
export type Overrides = Readonly<Record<string, number>>;

const seedOf = (text: string): number => {
  // https://en.wikipedia.org/wiki/Fowler%E2%80%93Noll%E2%80%93Vo_hash_function, with the finaliser of MurmurHash3.
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
};

/**
 * The decisions of a schedule. Each is made by the seed and the name of its place alone, so that one can be changed
 * without changing the others.
 */
export class Choices {
  /** The places where something broke, in order. */
  readonly struck: string[] = [];
  readonly #seed: number;
  readonly #overrides: Overrides;
  readonly #times = new Map<string, number>();

  constructor(seed: number, overrides: Overrides = {}) {
    this.#seed = seed;
    this.#overrides = overrides;
  }

  /** A place by its name, numbered when it is met again. */
  #name(place: string): string {
    const times = (this.#times.get(place) ?? 0) + 1;
    this.#times.set(place, times);
    return times === 1 ? place : `${place} (${times})`;
  }

  #valueOf(name: string): number {
    return this.#overrides[name] ?? seedOf(`${this.#seed} ${name}`) / 2 ** 32;
  }

  /** @returns a fraction: at least 0, less than 1 */
  fraction(place: string): number {
    return this.#valueOf(this.#name(place));
  }

  /** Whether something breaks at a place. @param share how often it does */
  strikes(place: string, share: number): boolean {
    const name = this.#name(place);
    if (this.#valueOf(name) >= share) return false;
    this.struck.push(name);
    return true;
  }

  /** @returns an integer from 0, less than `count` */
  index(place: string, count: number): number {
    return Math.floor(this.fraction(place) * count);
  }

  of<T>(place: string, values: readonly [T, ...T[]]): T {
    return values[this.index(place, values.length)] ?? values[0];
  }
}
