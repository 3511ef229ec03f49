/** A call of the API. */
export interface Ask {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly given: Readonly<Record<string, unknown>>;
  /** An Idempotency-Key; none on queries. */
  readonly key?: string;
  /** The credential of another caller than the ground's own partner. */
  readonly bearer?: string;
}
