/** The fixed codes of deflate: https://www.rfc-editor.org/rfc/rfc1951#section-3.2.6 */

const endOfBlock = 256;
/** Of lengths: https://www.rfc-editor.org/rfc/rfc1951#section-3.2.5 */
const firstLength = 257;
const lastLength = 285;
const shortestMatch = 3;
export const longestMatch = 258;
/** The final block, with fixed codes. */
const blockHeader = 0b011;

const codeOf = (symbol: number): readonly [code: number, bits: number] => {
  if (symbol < 144) return [0x30 + symbol, 8];
  if (symbol < 256) return [0x190 + symbol - 144, 9];
  if (symbol < 280) return [symbol - 256, 7];
  return [0xc0 + symbol - 280, 8];
};

/** Codes are written from their highest bit on. */
const reversed = (code: number, bits: number): number => {
  let result = 0;
  for (let bit = 0; bit < bits; bit += 1) result = (result << 1) | ((code >> bit) & 1);
  return result;
};

/** Writes one block of literals and matches. */
export class FixedHuffmanWriter {
  readonly #symbolBits = new Uint8Array(lastLength + 1);
  readonly #symbolCodes = new Uint16Array(lastLength + 1);
  readonly #distanceCodes = Uint8Array.from({ length: 30 }, (_, code) => reversed(code, 5));
  readonly #bytes: Uint8Array;
  #length = 0;
  #held = 0;
  #heldBits = 0;

  /** @param mostBytes of a block's content; a literal takes 9 bits at most */
  constructor(mostBytes: number) {
    this.#bytes = new Uint8Array(2 * mostBytes + 8);
    for (let symbol = 0; symbol <= lastLength; symbol += 1) {
      const [code, bits] = codeOf(symbol);
      this.#symbolBits[symbol] = bits;
      this.#symbolCodes[symbol] = reversed(code, bits);
    }
  }

  begin(): void {
    this.#length = 0;
    this.#held = 0;
    this.#heldBits = 0;
    this.#write(blockHeader, 3);
  }

  literal(byte: number): void {
    this.#symbol(byte);
  }

  /** @param length from 3 to 258 @param distance 32,768 at most */
  match(length: number, distance: number): void {
    const longer = length - shortestMatch;
    if (longer < 8) {
      this.#symbol(firstLength + longer);
    } else if (length === longestMatch) {
      this.#symbol(lastLength);
    } else {
      const extra = 29 - Math.clz32(longer);
      this.#symbol(firstLength + 4 * (extra + 1) + ((longer >> extra) & 3));
      this.#write(longer & ((1 << extra) - 1), extra);
    }
    const further = distance - 1;
    if (further < 4) {
      this.#write(this.#distanceCodes[further] ?? 0, 5);
    } else {
      const extra = 30 - Math.clz32(further);
      this.#write(this.#distanceCodes[2 * (extra + 1) + ((further >> extra) & 1)] ?? 0, 5);
      this.#write(further & ((1 << extra) - 1), extra);
    }
  }

  /** @returns the block. It is valid until the next one begins. */
  end(): Uint8Array {
    this.#symbol(endOfBlock);
    if (this.#heldBits > 0) this.#bytes[this.#length++] = this.#held;
    return this.#bytes.subarray(0, this.#length);
  }

  #symbol(symbol: number): void {
    this.#write(this.#symbolCodes[symbol] ?? 0, this.#symbolBits[symbol] ?? 0);
  }

  /** The lowest bit first. @param count 13 at most */
  #write(bits: number, count: number): void {
    this.#held |= bits << this.#heldBits;
    this.#heldBits += count;
    while (this.#heldBits >= 8) {
      this.#bytes[this.#length++] = this.#held & 255;
      this.#held >>>= 8;
      this.#heldBits -= 8;
    }
  }
}
