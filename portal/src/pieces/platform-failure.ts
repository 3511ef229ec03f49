import type { Texts } from '../texts/texts.ts';

/** Why the platform refused to change a line, in words: a kind of errors, often with the platform's code. A new kind is shown as it came. */
export const platformFailure = ({ errors }: Texts, failure: string): string => {
  const [, kind = failure, code] = /^([a-z_]+?)(?:_(\d+))?$/.exec(failure) ?? [];
  const known = errors.platformKinds[kind];
  if (known === undefined) return failure;
  return code === undefined ? known : `${known} ${errors.platformCode(code)}`;
};
