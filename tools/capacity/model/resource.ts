/** A resource that may limit a run. */
export interface ResourceReport {
  readonly name: string;
  /** The use as a share of its limit. */
  readonly load: number;
  /** How often it refused. */
  readonly refused: number;
}

export interface Resource {
  /** Starts the counting of the use. */
  readonly beginCount: () => void;
  /** @param seconds since the counting began */
  readonly report: (seconds: number) => readonly ResourceReport[];
}
