/** The answer to a call. */
export interface Told {
  /** Whether it is final; otherwise the caller repeats the call. */
  readonly isFinal: boolean;
  readonly text: string;
}

export const done: Told = { isFinal: true, text: '' };
