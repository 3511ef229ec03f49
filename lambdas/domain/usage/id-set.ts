import { isOfBatch } from '../delivery/report-id.ts';

/** The bytes of a UUID. */
const idBytes = 16;
const wordsOfId = 4;
const first = 1024;

/** Ids whose hashes have the same first bits. Without bits: all ids. */
export interface HashPart {
  readonly bits: number;
  readonly value: number;
}

/** Ids are random already; those of tests may differ in a few bits only. */
const hashOf = (a: number, b: number, c: number, d: number): number => {
  let hash = Math.imul(a ^ Math.imul(b ^ Math.imul(c ^ Math.imul(d, 0x85ebca6b), 0xc2b2ae35), 0x27d4eb2f), 0x165667b1);
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> 0;
};

/**
 * Counts distinct UUIDs. An id takes 16 bytes and 8 to 16 more of its slot, outside of the heap: a `Set` of strings takes about 120, and no
 * more than 2^24 ids.
 */
export class IdSet {
  #ids = new Uint32Array(first * wordsOfId);
  /** The number of an id, from 1, at its hash or after it; 0 where there is none. At most half of the slots are taken. */
  #slots = new Uint32Array(2 * first);
  #size = 0;
  #single = 0;

  /** The distinct ids. */
  get size(): number {
    return this.#size;
  }

  /** Those of them that are not of a batch of reports. */
  get single(): number {
    return this.#single;
  }

  /** Adds the ids of a part. @param ids 16 bytes each, one after another */
  add(ids: Uint8Array, { bits, value }: HashPart): void {
    const view = new DataView(ids.buffer, ids.byteOffset, ids.byteLength);
    for (let at = 0; at + idBytes <= ids.length; at += idBytes) {
      const [a, b] = [view.getUint32(at, true), view.getUint32(at + 4, true)];
      const [c, d] = [view.getUint32(at + 8, true), view.getUint32(at + 12, true)];
      const hash = hashOf(a, b, c, d);
      if (bits === 0 || hash >>> (32 - bits) === value) this.#insert(hash, a, b, c, d);
    }
  }

  #insert(hash: number, a: number, b: number, c: number, d: number): void {
    if (2 * this.#size >= this.#slots.length) this.#grow();
    const mask = this.#slots.length - 1;
    let slot = hash & mask;
    for (let taken = this.#slots[slot] ?? 0; taken !== 0; taken = this.#slots[slot] ?? 0) {
      if (this.#has(taken - 1, a, b, c, d)) return;
      slot = (slot + 1) & mask;
    }
    const at = this.#size * wordsOfId;
    this.#ids[at] = a;
    this.#ids[at + 1] = b;
    this.#ids[at + 2] = c;
    this.#ids[at + 3] = d;
    this.#size += 1;
    this.#slots[slot] = this.#size;
    // The ninth byte of the id.
    if (!isOfBatch(c & 0xff)) this.#single += 1;
  }

  #has(number: number, a: number, b: number, c: number, d: number): boolean {
    const at = number * wordsOfId;
    const ids = this.#ids;
    return ids[at] === a && ids[at + 1] === b && ids[at + 2] === c && ids[at + 3] === d;
  }

  #grow(): void {
    const ids = new Uint32Array(2 * this.#ids.length);
    ids.set(this.#ids);
    this.#ids = ids;
    this.#slots = new Uint32Array(2 * this.#slots.length);
    const mask = this.#slots.length - 1;
    for (let number = 0; number < this.#size; number += 1) {
      const at = number * wordsOfId;
      let slot = hashOf(ids[at] ?? 0, ids[at + 1] ?? 0, ids[at + 2] ?? 0, ids[at + 3] ?? 0) & mask;
      while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
      this.#slots[slot] = number + 1;
    }
  }
}
