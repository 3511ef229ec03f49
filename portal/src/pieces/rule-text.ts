import type { Texts } from '../texts/texts.ts';

/** What is wrong with a field that breaks a rule, in the reader's language. */
export const ruleText = ({ errors }: Texts, rule: string): string => {
  const known: Readonly<Record<string, string | undefined>> = errors.rules;
  return known[rule] ?? errors.otherRule;
};
