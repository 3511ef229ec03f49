/** What all stored forms have in common: a version in front, and codes of their own for words; see docs/stored-forms.md. */

/** Bytes of a stored form in a version that this code does not read; see docs/stored-forms.md. */
class UnknownVersion extends Error {
  override readonly name = 'UnknownVersion';

  constructor(form: string, version: number | undefined) {
    super(`the form ${form} has no version ${version ?? '(no bytes)'}`);
  }
}

/** The words of a form and their codes. */
export interface CodeTable<W extends string> {
  readonly codes: Readonly<Record<W, number>>;
  /** The words in the order of their codes. */
  readonly words: readonly W[];
  /** Undefined: the form has no such code. */
  readonly wordOf: (code: number) => W | undefined;
}

/** A new word of the domain has no code until one is written here, and the order of the domain's words has no effect. */
export const codeTable = <W extends string>(codes: Readonly<Record<W, number>>): CodeTable<W> => {
  const isWord = (name: string): name is W => Object.hasOwn(codes, name);
  const words = Object.keys(codes)
    .filter(isWord)
    .toSorted((left, right) => codes[left] - codes[right]);
  const byCode: (W | undefined)[] = [];
  for (const word of words) byCode[codes[word]] = word;
  return { codes, words, wordOf: (code) => byCode[code] };
};

/** The bytes with their version in front. */
export const versioned = (version: number, body: Uint8Array): Uint8Array => Buffer.concat([Buffer.of(version), body]);

/** @param decoders of every version that was ever written @throws UnknownVersion */
export const decoderOf = <D>(form: string, version: number | undefined, decoders: Readonly<Record<number, D>>): D => {
  const decoder = version === undefined ? undefined : decoders[version];
  if (decoder === undefined) throw new UnknownVersion(form, version);
  return decoder;
};
