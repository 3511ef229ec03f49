/** A part of a text, from one position to another. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

const isTerm = /attribute_(not_)?exists\(|begins_with\(|(?<![$>])[#\w.}]+ (=|<>|<=?|>=?|BETWEEN|IN) [:#(]/;

/** An update, the key condition of a query, or the end of a term. */
const isOther = /^(SET|REMOVE|ADD|DELETE| OR) |\b#?pk = /;

/** The end of what opens at `from`: `(…)`, or `${…}` from its brace. */
const closingOf = (text: string, from: number): number => {
  let depth = 0;
  for (let at = from; at < text.length; at += 1) {
    if ('({'.includes(text.charAt(at))) depth += 1;
    if (')}'.includes(text.charAt(at)) && (depth -= 1) === 0) return at;
  }
  return text.length;
};

/** The terms between the ANDs that are in no parentheses, no `${…}` and no BETWEEN; none when the text is no condition. */
export const conditionTerms = (text: string): readonly Span[] => {
  if (!isTerm.test(text) || isOther.test(text)) return [];
  const terms: Span[] = [];
  let [start, isBetween] = [0, false];
  for (let at = 0; at < text.length; at += 1) {
    if ('({'.includes(text.charAt(at))) at = closingOf(text, at);
    else if (text.startsWith(' BETWEEN ', at)) isBetween = true;
    else if (text.startsWith(' AND ', at) && isBetween) isBetween = false;
    else if (text.startsWith(' AND ', at)) {
      terms.push({ start, end: at });
      start = at + ' AND '.length;
      at = start - 1;
    }
  }
  terms.push({ start, end: text.length });
  return terms.filter(({ start: from, end }) => from < end);
};
