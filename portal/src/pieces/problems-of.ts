import { fieldProblems } from '../api/field-problems.ts';
import type { CommandState } from '../api/use-command.ts';

/** What the service says is wrong with the fields of a command. */
export const problemsOf = (state: CommandState): ReadonlyMap<string, string> =>
  state.is === 'refused' ? fieldProblems(state.refusal.code, state.refusal.details) : new Map();
