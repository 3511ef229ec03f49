/** Writes binary formats: integers of up to 53 bits as LEB128, strings as their length and UTF-8. */
export class ByteWriter {
  #buffer = Buffer.allocUnsafe(256);
  #length = 0;

  byte(value: number): this {
    this.#reserve(1);
    this.#buffer[this.#length++] = value;
    return this;
  }

  /** A non-negative integer. */
  count(value: number): this {
    this.#reserve(8);
    let rest = value;
    while (rest >= 128) {
      this.#buffer[this.#length++] = (rest % 128) + 128;
      rest = Math.floor(rest / 128);
    }
    this.#buffer[this.#length++] = rest;
    return this;
  }

  /** A signed integer in zigzag encoding: 0, -1, 1, -2, … */
  integer(value: number): this {
    return this.count(value < 0 ? -2 * value - 1 : 2 * value);
  }

  raw(bytes: Uint8Array): this {
    this.#reserve(bytes.length);
    this.#buffer.set(bytes, this.#length);
    this.#length += bytes.length;
    return this;
  }

  block(bytes: Uint8Array): this {
    return this.count(bytes.length).raw(bytes);
  }

  text(value: string): this {
    const length = Buffer.byteLength(value);
    this.count(length).#reserve(length);
    this.#length += this.#buffer.write(value, this.#length);
    return this;
  }

  /** An even number of lower-case hexadecimal digits. Their number is not written. */
  hex(value: string): this {
    this.#reserve(value.length / 2);
    this.#length += this.#buffer.write(value, this.#length, 'hex');
    return this;
  }

  uuid(value: string): this {
    return this.hex(value.replaceAll('-', ''));
  }

  get length(): number {
    return this.#length;
  }

  done(): Uint8Array {
    return Uint8Array.prototype.slice.call(this.#buffer, 0, this.#length);
  }

  #reserve(bytes: number): void {
    if (this.#length + bytes <= this.#buffer.length) return;
    const larger = Buffer.allocUnsafe(Math.max(2 * this.#buffer.length, this.#length + bytes));
    this.#buffer.copy(larger, 0, 0, this.#length);
    this.#buffer = larger;
  }
}

/** Reads what {@link ByteWriter} wrote. @throws RangeError past the end */
export class ByteReader {
  readonly #buffer: Buffer;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get atEnd(): boolean {
    return this.#at >= this.#buffer.length;
  }

  byte(): number {
    const value = this.#buffer[this.#at++];
    if (value === undefined) throw new RangeError('past the end');
    return value;
  }

  count(): number {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = this.byte();
      value += (byte % 128) * factor;
      if (byte < 128) return value;
    }
  }

  integer(): number {
    const value = this.count();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }

  raw(length: number): Buffer {
    if (this.#at + length > this.#buffer.length) throw new RangeError('past the end');
    this.#at += length;
    return this.#buffer.subarray(this.#at - length, this.#at);
  }

  block(): Buffer {
    return this.raw(this.count());
  }

  /** What is left. */
  rest(): Buffer {
    return this.raw(this.#buffer.length - this.#at);
  }

  text(): string {
    return this.block().toString();
  }

  hex(digits: number): string {
    return this.raw(digits / 2).toString('hex');
  }

  uuid(): string {
    const digits = this.hex(32);
    return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-${digits.slice(12, 16)}-${digits.slice(16, 20)}-${digits.slice(20)}`;
  }
}
