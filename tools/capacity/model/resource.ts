/** What may be the bound of a run. */
export interface ResourceReport {
  readonly name: string;
  /** What was used of it, as a share of its limit. */
  readonly load: number;
  /** Times it refused. */
  readonly refused: number;
}

export interface Resource {
  /** From here on the use counts. */
  readonly beginCount: () => void;
  /** @param seconds since the counting began */
  readonly report: (seconds: number) => readonly ResourceReport[];
}
