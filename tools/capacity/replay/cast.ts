import type { Sizes } from '../../../lambdas/domain/size.ts';

/** The ids of an operation. A recording has those of its scene; each replay has new ones. */
export interface Cast {
  readonly partner: string;
  readonly partnerKey: string;
  readonly customer: string;
  readonly external: string;
  /** The digest of an Idempotency-Key. */
  readonly receipt: string;
  readonly event: string;
  readonly instance: string;
  readonly instanceKey: string;
  readonly phoneNumber: string;
  readonly message: string;
  /** The partner's size, if it is not standard. */
  readonly size: '' | 'large';
}

/** The sizes of its partner, which never changed. */
export const sizesOf = ({ size }: Pick<Cast, 'size'>): Sizes =>
  size === '' ? [] : [{ since: '1970-01-01T00:00:00.000Z', size }];

/** UUIDv7s and opaque texts from seeded random numbers. */
export class Names {
  readonly #random: () => number;

  constructor(random: () => number) {
    this.#random = random;
  }

  /** Six digits at most, because the random numbers have 32 bits. */
  #hex(digits: number): string {
    return Math.floor(this.#random() * 16 ** digits)
      .toString(16)
      .padStart(digits, '0');
  }

  /** @param time milliseconds since the epoch */
  id(time: number): string {
    const stamp = Math.floor(time).toString(16).padStart(12, '0');
    return `${stamp.slice(0, 8)}-${stamp.slice(8)}-7${this.#hex(3)}-8${this.#hex(3)}-${this.#hex(6)}${this.#hex(6)}`;
  }

  text(): string {
    return `${this.#hex(6)}${this.#hex(6)}${this.#hex(6)}${this.#hex(6)}`;
  }
}
