/** The use of a resource that may limit a load. */
export interface Use {
  readonly name: string;
  /** At the measured rate. */
  readonly used: number;
  readonly limit: number;
}

export const loadOf = ({ used, limit }: Use): number => used / limit;

/** A load, computed or simulated. */
export interface Measured {
  /** Operations per second. */
  readonly offered: number;
  readonly served: number;
  /** Units a second, with those of the index. */
  readonly write: number;
  readonly read: number;
  /** The most loaded first. */
  readonly uses: readonly Use[];
  /** What only a simulation shows; null: the load is computed. */
  readonly times: {
    /** Milliseconds. */
    readonly p99: number;
    /** The seconds in which less than nine of ten operations were served. */
    readonly dip: number;
  } | null;
  /** The write units of an operation, by their parts; null: the load is simulated. */
  readonly parts: readonly { readonly name: string; readonly write: number }[] | null;
}

/** The share of the offered load that must be served. */
export const leastServed = 0.985;

export const sortedUses = (uses: readonly Use[]): readonly Use[] =>
  uses.toSorted((left, right) => loadOf(right) - loadOf(left));
