import { fieldProblems } from '../api/field-problems.ts';
import type { CommandState } from '../api/use-command.ts';
import { useTexts } from '../texts/texts.ts';
import { ruleText } from './rule-text.ts';

/** What is wrong with the fields of a command, by their names in the interface. */
export const useProblems = (state: CommandState): ReadonlyMap<string, string> => {
  const texts = useTexts();
  if (state.is !== 'refused') return new Map();
  const problems = fieldProblems(state.refusal.code, state.refusal.details);
  return new Map(problems.map(({ field, rule }) => [field, ruleText(texts, rule)]));
};
