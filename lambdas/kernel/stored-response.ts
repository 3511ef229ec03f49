/** A response as it is stored and replayed, with the exact bytes of its body. */
export interface StoredResponse {
  readonly status: number;
  readonly body: string;
  /** Whether the body is sealed because it contains a secret. */
  readonly sealed: boolean;
}
