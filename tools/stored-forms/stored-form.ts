import { inflateRawSync } from 'node:zlib';

/** A version of a form, as its encoder writes it. */
export interface WrittenVersion {
  readonly version: number;
  readonly encode: (name: string) => Uint8Array;
  /** The bytes as they are compared. Compressed ones are compared by their content, because compressors change. */
  readonly shown: (bytes: Uint8Array) => string;
  /** Texts that belong to the version, such as a dictionary of the compression. */
  readonly texts: Readonly<Record<string, string>>;
}

/** A form in which something is stored, queued or exported, and values of which fixtures are made. */
export interface StoredForm extends WrittenVersion {
  readonly name: string;
  /** The file of its encoder and decoder. */
  readonly file: string;
  /** The exported functions that write and read it. */
  readonly functions: readonly string[];
  /** Where it is stored. */
  readonly place: string;
  /** How long it is kept. */
  readonly kept: string;
  /** The version that is read already, and written from the next release on: docs/adr/0039. Null: there is none. */
  readonly next: WrittenVersion | null;
  /** Words of the domain that the form has codes for, or refuses when they are unknown. Each occurs in a fixture. */
  readonly words: readonly string[];
  /** The names of the cases. */
  readonly cases: readonly string[];
  readonly decode: (bytes: Uint8Array) => unknown;
}

/** What differs between the versions of a form. */
interface Encoding<M> {
  readonly version: number;
  readonly encode: (value: M) => Uint8Array | string;
  readonly shown?: StoredForm['shown'];
  readonly texts?: StoredForm['texts'];
}

interface Description<M>
  extends Omit<Encoding<M>, 'version'>, Pick<StoredForm, 'name' | 'file' | 'functions' | 'place' | 'kept' | 'decode'> {
  readonly version?: number;
  readonly words?: readonly string[];
  readonly samples: Readonly<Record<string, M>>;
  readonly next?: Encoding<M>;
}

export const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
export const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('utf8');

/** The version, and the JSON that is compressed after it. */
export const shownJson = (bytes: Uint8Array): string => `${bytes[0]} ${textOf(inflateRawSync(bytes.subarray(1)))}`;

export const storedForm = <M>({ samples, version = 1, next, words = [], ...rest }: Description<M>): StoredForm => {
  const written = ({ version: of, encode, shown = hexOf, texts = {} }: Encoding<M>): WrittenVersion => ({
    version: of,
    shown,
    texts,
    encode: (name) => {
      const sample = samples[name];
      if (sample === undefined) throw new Error(`the form ${rest.name} has no case ${name}`);
      return Buffer.from(encode(sample));
    },
  });
  const { name, file, functions, place, kept, decode } = rest;
  return {
    name,
    file,
    functions,
    place,
    kept,
    decode,
    words,
    cases: Object.keys(samples),
    ...written({ ...rest, version }),
    next: next === undefined ? null : written(next),
  };
};

/** The versions whose encoder is there: the one that is written, and the next one. */
export const writtenVersions = ({ next, ...form }: StoredForm): readonly WrittenVersion[] =>
  next === null ? [form] : [form, next];

/** The newest version that is read. */
export const newestVersion = (form: StoredForm): number => form.next?.version ?? form.version;

/** A meaning as JSON: maps as pairs, bytes as hexadecimal digits, undefined left out. */
export const asJson = (meaning: unknown): unknown => {
  const text = JSON.stringify(meaning, (_, value: unknown) => {
    if (value instanceof Map || value instanceof Set) return Array.from<unknown>(value);
    return value instanceof Uint8Array ? hexOf(value) : value;
  });
  return JSON.parse(text);
};
