import * as z from 'zod/mini';
import type { ReturnUrls } from '../domain/connect-session.ts';
import { optionalText, rule, text } from './fields.ts';

/** https://www.rfc-editor.org/rfc/rfc8252#section-7.3 */
const loopback: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/** A reversed domain name, so that two apps do not share a scheme: https://www.rfc-editor.org/rfc/rfc8252#section-7.1 */
const appScheme = /^[a-z][a-z0-9-]*(?:\.[a-z0-9][a-z0-9-]*)+:$/;

/** As the parser of URLs writes them. */
const form =
  String.raw`^(?:https://[^/?#@\\]+(?:[/?#\\]|$)|http://(?:localhost|127\.0\.0\.1|\[::1\])(?::[0-9]*)?(?:[/?#\\]|$)|` +
  String.raw`[a-z][a-z0-9-]*(?:\.[a-z0-9][a-z0-9-]*)+:(?:[^/]|/[^/]|//[^/?#@]*(?:[/?#]|$)|$))`;

const isReturnUrl = (value: string): boolean => {
  const url = URL.parse(value);
  if (url === null || url.username !== '' || url.password !== '') return false;
  switch (url.protocol) {
    case 'https:':
      return true;
    case 'http:':
      return loopback.has(url.hostname);
    default:
      return appScheme.test(url.protocol);
  }
};

/** The target of the browser after connecting: a site, a program on the same machine, or an app. */
export const returnUrl = optionalText(
  text(1, 2_048).check(
    rule(
      'format',
      'must be a URI that begins with https://, http:// with a loopback host, or the scheme of an app such as com.example.app:/',
      isReturnUrl,
      { schema: { pattern: form } },
    ),
    z.meta({ format: 'uri' }),
  ),
);

type Given = Partial<Readonly<Record<keyof ReturnUrls, string | null | undefined>>>;

export const returnUrlsOf = (given: Given): ReturnUrls => ({
  return_url: given.return_url ?? null,
  cancel_url: given.cancel_url ?? null,
  success_url: given.success_url ?? null,
  error_url: given.error_url ?? null,
});
