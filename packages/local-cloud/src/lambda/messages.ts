/** A message of the local cloud to an environment's worker thread. */
export interface InvokeMessage {
  readonly requestId: string;
  readonly functionArn: string;
  /** JSON. */
  readonly payload: string;
  /** Milliseconds since the epoch. */
  readonly deadline: number;
}

export interface FunctionFailure {
  readonly errorType: string;
  readonly errorMessage: string;
  readonly trace: readonly string[];
}

/** A message of the worker thread to the local cloud. */
export type FromEnvironment =
  | { readonly kind: 'ready' }
  | { readonly kind: 'result'; /** JSON. */ readonly payload: string }
  | { readonly kind: 'failure'; readonly failure: FunctionFailure }
  /** The runtime ends after this one. */
  | { readonly kind: 'fatal'; readonly failure: FunctionFailure }
  | { readonly kind: 'log'; readonly text: string };
