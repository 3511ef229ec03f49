import { FixedHuffmanWriter, longestMatch } from './fixed-huffman.ts';

/** A match of fewer bytes takes as many bits as its literals. */
const leastMatch = 4;

/** After a match of so many bytes, the next byte is not tried for a longer one. */
const longMatch = 16;

/** Occurrences in the dictionary that are compared for the longest match. */
const mostCompared = 64;

const hashBits = 11;

/** @param word four bytes, the first one lowest */
const hashOf = (word: number): number =>
  // Fibonacci hashing: 2^32 divided by the golden ratio.
  Math.imul(word, 0x9e3779b1) >>> (32 - hashBits);

const hashAt = (bytes: Uint8Array, at: number): number => {
  const low = (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8);
  const high = (bytes[at + 2] ?? 0) | ((bytes[at + 3] ?? 0) << 8);
  return hashOf(low | (high << 16));
};

/**
 * Deflates short texts that have much in common with a preset dictionary. Every inflater with this dictionary reads them:
 * https://www.rfc-editor.org/rfc/rfc1951. It is faster than zlib, which reads the dictionary for each text and allocates its state.
 */
export class DictionaryDeflater {
  /** The dictionary, and after it the text. */
  readonly #window: Buffer;
  readonly #begin: number;
  readonly #mostBytes: number;
  /** The last occurrence of each hash in the dictionary, and of each occurrence the one before; -1 when there is none. */
  readonly #last = new Int16Array(1 << hashBits).fill(-1);
  readonly #before: Int16Array;
  /** The last occurrence of each hash in the text, plus the epoch of the text. */
  readonly #inText = new Float64Array(1 << hashBits);
  #epoch = 0;
  /** Where the match begins that was found last. */
  #from = 0;
  readonly #writer: FixedHuffmanWriter;

  /** @param mostBytes of a text; with the dictionary 32,767 at most */
  constructor(dictionary: Uint8Array, mostBytes: number) {
    this.#begin = dictionary.length;
    this.#mostBytes = mostBytes;
    this.#window = Buffer.alloc(dictionary.length + mostBytes);
    this.#window.set(dictionary);
    this.#before = new Int16Array(dictionary.length);
    let word = 0;
    for (let end = 0; end < dictionary.length; end += 1) {
      word = (word >>> 8) | ((dictionary[end] ?? 0) << 24);
      const at = end + 1 - leastMatch;
      if (at < 0) continue;
      const hash = hashOf(word);
      this.#before[at] = this.#last[hash] ?? -1;
      this.#last[hash] = at;
    }
    this.#writer = new FixedHuffmanWriter(mostBytes);
  }

  /** @returns null when the text is longer than those that it deflates; otherwise bytes that are valid until the next text */
  deflate(text: string): Uint8Array | null {
    if (Buffer.byteLength(text) > this.#mostBytes) return null;
    const end = this.#begin + this.#window.write(text, this.#begin);
    // An occurrence in an earlier text is less than the epoch.
    this.#epoch += this.#window.length;
    this.#writer.begin();
    for (let at = this.#begin; at < end;) at += this.#writeNext(at, end);
    return this.#writer.end();
  }

  /** Writes a match, or a literal when there is none or the next byte has a longer one. @returns how many bytes it stands for */
  #writeNext(at: number, end: number): number {
    const length = this.#findMatch(at, end);
    const from = this.#from;
    if (at + leastMatch <= end) this.#inText[hashAt(this.#window, at)] = at + this.#epoch;
    if (length < leastMatch || (length < longMatch && this.#findMatch(at + 1, end) > length)) {
      this.#writer.literal(this.#window[at] ?? 0);
      return 1;
    }
    this.#writer.match(length, at - from);
    return length;
  }

  /** @returns the length of the longest match */
  #findMatch(at: number, end: number): number {
    if (at + leastMatch > end) return 0;
    const hash = hashAt(this.#window, at);
    const inText = (this.#inText[hash] ?? 0) - this.#epoch;
    let length = inText < 0 ? 0 : this.#sameBytes(inText, at, end);
    this.#from = inText;
    let place = this.#last[hash] ?? -1;
    for (let compared = 0; place !== -1 && compared < mostCompared; compared += 1) {
      if (this.#window[place + length] === this.#window[at + length]) {
        const same = this.#sameBytes(place, at, end);
        if (same > length) [length, this.#from] = [same, place];
      }
      place = this.#before[place] ?? -1;
    }
    return length;
  }

  #sameBytes(earlier: number, later: number, end: number): number {
    const most = Math.min(longestMatch, end - later);
    let length = 0;
    while (length < most && this.#window[earlier + length] === this.#window[later + length]) length += 1;
    return length;
  }
}
