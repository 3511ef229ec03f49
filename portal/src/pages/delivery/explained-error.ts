import type { Texts } from '../../texts/texts.ts';

/** Why messages fail with a code of the platform, and what to do; undefined for a code that only its documentation explains. */
export const explainedError = ({ delivery }: Texts, code: string | number | null | undefined): string | undefined => {
  const known = delivery.errorsExplained[String(code)];
  return known === undefined ? undefined : `${known.why} ${known.advice}`;
};
