import type { Milliseconds } from '../../kernel/time.ts';

/** The last exchange with an endpoint that did not deliver. */
export interface EndpointError {
  /** When it ended. */
  readonly at: Milliseconds;
  /** Null when there was no response. */
  readonly status: number | null;
  /** Why there was no response; null when there was one. */
  readonly error: string | null;
}

/** The later of two; workers record their exchanges in any order. */
export const laterError = (left: EndpointError | null, right: EndpointError | null): EndpointError | null =>
  right === null || (left !== null && left.at >= right.at) ? left : right;
