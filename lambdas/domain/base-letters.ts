/**
 * Letters that Unicode does not decompose, by their base letters: those with a stroke or a bar, ligatures and dotless letters. Full
 * case folding, which `toLowerCase` leaves out, is here as well. https://www.unicode.org/Public/UCD/latest/ucd/CaseFolding.txt
 */
const lettersOf: Readonly<Record<string, string>> = {
  a: 'ⱥ',
  aa: 'ꜳ',
  ae: 'æ',
  ao: 'ꜵ',
  au: 'ꜷ',
  av: 'ꜹꜻ',
  ay: 'ꜽ',
  b: 'ƀ',
  c: 'ȼꞓ',
  d: 'đðꟈ',
  e: 'ɇ',
  f: 'ꞙ',
  g: 'ǥꞡ',
  h: 'ħ',
  i: 'ıɨ',
  j: 'ȷɉɟ',
  k: 'ꝁꝃꝅꞣ',
  l: 'łƚɫⱡꝉ',
  n: 'ꞥ',
  o: 'øɵꝋ',
  oe: 'œ',
  oo: 'ꝏ',
  ou: 'ȣ',
  p: 'ᵽꝑ',
  q: 'ꝗꝙ',
  r: 'ɍꞧ',
  s: 'ꞩꟊꟍẜẝ',
  ss: 'ß',
  t: 'ŧⱦ',
  th: 'þꝥꝧ',
  tz: 'ꜩ',
  u: 'ʉꞹ',
  v: 'ꝟ',
  vy: 'ꝡ',
  y: 'ɏ',
  z: 'ƶ',
  ае: 'ӕ',
  в: 'ᲀ',
  г: 'ғӻ',
  д: 'ᲁ',
  к: 'ҝҟ',
  нг: 'ҥ',
  о: 'өᲂ',
  с: 'ᲃ',
  т: 'ᲄᲅ',
  тц: 'ҵ',
  х: 'ӿ',
  ч: 'ҹ',
  ъ: 'ᲆ',
  ү: 'ұ',
  ѣ: 'ᲇ',
  ꙋ: 'ᲈ',
  וו: 'װ',
  וי: 'ױ',
  יי: 'ײ',
};

const baseOf = new Map(
  Object.entries(lettersOf).flatMap(([base, letters]) => Array.from(letters, (letter) => [letter, base] as const)),
);
const foldable = new RegExp(`[${Array.from(baseOf.keys()).join('')}]`, 'gu');

/**
 * Replaces letters by their base letters in a text that `fold` made. What is stored keeps them, and a search folds it when it
 * compares, so that texts of every age are found alike.
 */
export const withBaseLetters = (folded: string): string =>
  folded.replace(foldable, (letter) => baseOf.get(letter) ?? letter);
