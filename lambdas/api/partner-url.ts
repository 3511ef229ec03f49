import * as z from 'zod/mini';
import { checkPartnerUrl, isOfThisMachine, urlRuleTexts, type UrlRule } from '../domain/webhook/url-rules.ts';
import { fitting, rule, type Text } from './fields.ts';

/** Printable ASCII without a backslash; before the path neither user information nor another delimiter. */
const formOf = (rules: readonly UrlRule[]): string => {
  const last = rules.includes('no_fragment') ? String.raw`!-"$-\[\]-~` : String.raw`!-\[\]-~`;
  return String.raw`^https://[!-"$-.0->A-\[\]-~]+(?:[/?${rules.includes('no_fragment') ? '' : '#'}][${last}]*)?$`;
};

const isPlain = (text: string): boolean => {
  const url = URL.parse(text);
  return url !== null && isOfThisMachine(url);
};

/**
 * An https URL that a partner gives, by some rules of its text. Whether its host is public is checked when it is called,
 * because the addresses of a host may change any time.
 * @param mayBeOfThisMachine whether http is taken of a loopback host
 */
export const partnerUrl = (
  rules: readonly Exclude<UrlRule, 'public_host'>[],
  most: number,
  mayBeOfThisMachine = false,
): Text => {
  const breaks = (url: string, name: UrlRule): boolean => {
    // The interface asks for lower case, although a scheme in capitals is the same URL.
    if (name === 'https' && !url.startsWith(mayBeOfThisMachine && isPlain(url) ? 'http://' : 'https://')) return true;
    const verdict = checkPartnerUrl(url, { allowLoopback: true }, most);
    return !verdict.ok && verdict.problems.some((problem) => problem.rule === name);
  };
  const texts = urlRuleTexts(most);
  return z.pipe(
    z.string().check(fitting(most, 'max_length'), z.trim()),
    z
      .string()
      .check(
        ...rules.map((name) => rule<string>(name, texts[name], (url) => !breaks(url, name))),
        z.meta({ format: 'uri', maxLength: most, pattern: formOf(rules) }),
      ),
  );
};
