import { inflateRawSync } from 'node:zlib';

/** A form in which something is stored, queued or exported, and values of which fixtures are made. */
export interface StoredForm {
  readonly name: string;
  /** The file of its encoder and decoder. */
  readonly file: string;
  /** The exported functions that write and read it. */
  readonly functions: readonly string[];
  /** Where it is stored. */
  readonly place: string;
  /** How long it is kept. */
  readonly kept: string;
  /** The version that is written. */
  readonly version: number;
  /** Words of the domain that the form has codes for, or refuses when they are unknown. Each occurs in a fixture. */
  readonly words: readonly string[];
  /** The names of the cases. */
  readonly cases: readonly string[];
  readonly encode: (name: string) => Uint8Array;
  readonly decode: (bytes: Uint8Array) => unknown;
  /** The bytes as they are compared. Compressed ones are compared by their content, because compressors change. */
  readonly shown: (bytes: Uint8Array) => string;
  /** Texts that belong to the newest version, such as a dictionary of the compression. */
  readonly texts: Readonly<Record<string, string>>;
}

interface Description<M> extends Pick<StoredForm, 'name' | 'file' | 'functions' | 'place' | 'kept' | 'decode'> {
  readonly version?: number;
  readonly words?: readonly string[];
  readonly samples: Readonly<Record<string, M>>;
  readonly encode: (value: M) => Uint8Array | string;
  readonly shown?: StoredForm['shown'];
  readonly texts?: StoredForm['texts'];
}

export const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
export const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('utf8');

/** The version, and the JSON that is compressed after it. */
export const shownJson = (bytes: Uint8Array): string => `${bytes[0]} ${textOf(inflateRawSync(bytes.subarray(1)))}`;

export const storedForm = <M>({ samples, encode, ...rest }: Description<M>): StoredForm => ({
  ...{ version: 1, words: [], shown: hexOf, texts: {} },
  ...rest,
  cases: Object.keys(samples),
  encode: (name) => {
    const sample = samples[name];
    if (sample === undefined) throw new Error(`the form ${rest.name} has no case ${name}`);
    return Buffer.from(encode(sample));
  },
});

/** A meaning as JSON: maps as pairs, bytes as hexadecimal digits, undefined left out. */
export const asJson = (meaning: unknown): unknown => {
  const text = JSON.stringify(meaning, (_, value: unknown) => {
    if (value instanceof Map || value instanceof Set) return Array.from<unknown>(value);
    return value instanceof Uint8Array ? hexOf(value) : value;
  });
  return JSON.parse(text);
};
