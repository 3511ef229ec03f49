import type { AccountLine } from '../../api/account-lines.ts';
import type { Texts } from '../../texts/texts.ts';
import { isolated, joined } from '../../pieces/isolated.ts';

/** As many numbers and customers stand for an account. */
const most = 2;

const someOf = (texts: Texts, list: (items: readonly string[]) => string, all: readonly string[]): string => {
  const different = Array.from(new Set(all));
  const shown = different.slice(0, most);
  const left = different.length - shown.length;
  return list(left === 0 ? shown : [...shown, texts.templates.more(left)]);
};

/** An account has no name: its customers and its numbers stand for it, or its id when it has no line any more. */
export const accountName = (
  texts: Texts,
  list: (items: readonly string[]) => string,
  id: string,
  lines: readonly AccountLine[] = [],
): string => {
  const customers = lines.flatMap(({ customer }) => (customer === null ? [] : [customer]));
  const numbers = lines.map(({ number }) => number);
  const parts = [customers, numbers].filter(({ length }) => length > 0);
  return parts.length === 0 ? id : joined(parts.map((all) => someOf(texts, list, all.map(isolated))));
};
