/** `missing`: a deployment would fail. `warning`: the stage works, but not for everybody or not fully. */
export type State = 'ok' | 'warning' | 'missing';

/** The result of one check. */
export interface Item {
  readonly name: string;
  readonly state: State;
  /** The finding, in one line. */
  readonly found: string;
  /** What to do, step by step in lines; null when there is nothing to do. */
  readonly cure: string | null;
}

export const ok = (name: string, found: string): Item => ({ name, state: 'ok', found, cure: null });

export const warning = (name: string, found: string, cure: string): Item => ({ name, state: 'warning', found, cure });

export const missing = (name: string, found: string, cure: string): Item => ({ name, state: 'missing', found, cure });
