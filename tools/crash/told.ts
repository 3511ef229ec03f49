/** What whoever called was told. */
export interface Told {
  /** It was an answer to go by; otherwise whoever called comes again. */
  readonly isFinal: boolean;
  readonly text: string;
}

export const done: Told = { isFinal: true, text: '' };
