import type { Texts } from '../texts/texts.ts';

/** Why an attempt failed, in a few words: `http_` and the status, or why there was no response. */
export const attemptError = ({ webhook }: Texts, code: string): string => {
  const status = /^http_(\d+)$/.exec(code)?.[1];
  const unreached: Readonly<Record<string, string | undefined>> = webhook.unreached;
  return status === undefined ? (unreached[code] ?? code) : webhook.answered(status);
};
