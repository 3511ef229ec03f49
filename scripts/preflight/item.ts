/** `missing` keeps a deployment from succeeding; with a `warning` the stage works, but not for everybody or not fully. */
export type State = 'ok' | 'warning' | 'missing';

/** One thing that was looked at. */
export interface Item {
  readonly name: string;
  readonly state: State;
  /** What was found, in one line. */
  readonly found: string;
  /** What to do about it; null when nothing has to be done. */
  readonly cure: string | null;
}

export const ok = (name: string, found: string): Item => ({ name, state: 'ok', found, cure: null });

export const warning = (name: string, found: string, cure: string): Item => ({ name, state: 'warning', found, cure });

export const missing = (name: string, found: string, cure: string): Item => ({ name, state: 'missing', found, cure });
