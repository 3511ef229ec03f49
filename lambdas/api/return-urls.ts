import * as z from 'zod/mini';
import type { ReturnUrls } from '../domain/connect-session.ts';
import { rule } from './fields.ts';

const maxLength = 2048;

const isReturnUrl = (value: string): boolean => {
  const url = URL.parse(value);
  return url !== null && (url.protocol === 'https:' || (url.protocol === 'http:' && url.hostname === 'localhost'));
};

/** Where the browser goes after connecting: https, or a developer's own machine. */
export const returnUrl = z.optional(
  z.nullable(
    z.string().check(
      rule('maximum', `must have at most ${maxLength} characters`, (value) => value.length <= maxLength),
      rule('format', 'must be a URI that begins with https://', isReturnUrl),
      z.meta({ format: 'uri', maxLength }),
    ),
  ),
);

type Given = Partial<Readonly<Record<keyof ReturnUrls, string | null | undefined>>>;

export const returnUrlsOf = (given: Given): ReturnUrls => ({
  return_url: given.return_url ?? null,
  cancel_url: given.cancel_url ?? null,
  success_url: given.success_url ?? null,
  error_url: given.error_url ?? null,
});
