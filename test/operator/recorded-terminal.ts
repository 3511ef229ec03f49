import type { Terminal } from '../../operator/terminal.ts';

export interface RecordedTerminal extends Terminal {
  readonly printed: () => string;
  readonly complained: () => string;
  readonly asked: readonly string[];
}

/** @param answers of the person at the terminal; left out: no person is there */
export const recordedTerminal = (answers?: readonly string[]): RecordedTerminal => {
  const out: string[] = [];
  const errors: string[] = [];
  const asked: string[] = [];
  const left = [...(answers ?? [])];
  return {
    out: (text) => out.push(text),
    error: (text) => errors.push(text),
    interactive: answers !== undefined,
    styled: false,
    columns: 120,
    ask: (question) => {
      asked.push(question);
      return Promise.resolve(left.shift() ?? '');
    },
    sleep: () => Promise.resolve(),
    printed: () => out.join(''),
    complained: () => errors.join(''),
    asked,
  };
};
