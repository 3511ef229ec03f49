import { fileError, type FileError } from './file-problem.ts';

export interface DecodedText {
  readonly text: string;
  /** The name of the Encoding Standard. https://encoding.spec.whatwg.org/#names-and-labels */
  readonly encoding: string;
}

/** Null when the bytes are not of this encoding. */
const decoded = (bytes: Uint8Array, encoding: string): string | null => {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
};

const startsWith = (bytes: Buffer, ...start: readonly number[]): boolean =>
  start.every((byte, index) => bytes[index] === byte);

/** By the byte order mark. https://encoding.spec.whatwg.org/#bom-sniff */
const marked = (bytes: Buffer): string | null => {
  if (startsWith(bytes, 0xef, 0xbb, 0xbf)) return 'utf-8';
  if (startsWith(bytes, 0xff, 0xfe)) return 'utf-16le';
  return startsWith(bytes, 0xfe, 0xff) ? 'utf-16be' : null;
};

/** Headers are ASCII, of which UTF-16 has each second byte 0. */
const likely = ([first, second]: Buffer): string => {
  if (first === 0 && second !== 0) return 'utf-16be';
  return first !== 0 && second === 0 ? 'utf-16le' : 'utf-8';
};

/** Excel's on Windows and on a Mac: they can't be told apart, so a person looks. */
const others = ['windows-1252', 'macintosh'] as const;
const shownCharacters = 60;

const notUtf8 = (bytes: Buffer): FileError => {
  // Latin-1 keeps each byte, so that lines can be split.
  const lines = bytes.toString('latin1').split(/\r\n?|\n/);
  const at = lines.findIndex((line) => decoded(Buffer.from(line, 'latin1'), 'utf-8') === null);
  const line = Buffer.from(lines[at] ?? '', 'latin1');
  const choices = others.map(
    (name) => `--encoding ${name} reads "${(decoded(line, name) ?? '').slice(0, shownCharacters)}"`,
  );
  return fileError(
    at + 1,
    `the text is not UTF-8. Save the file as "CSV UTF-8", or name its encoding: ${choices.join(', ')}`,
  );
};

/**
 * The text of a file, without a byte order mark.
 * @param asked the encoding of a file without a byte order mark; null: UTF-8 or UTF-16
 * @throws FileError when the bytes are not of the encoding
 */
export const decodeText = (bytes: Buffer, asked: string | null): DecodedText => {
  if (startsWith(bytes, 0x50, 0x4b, 3, 4)) {
    throw fileError(null, 'the file is a spreadsheet or an archive: save it as CSV');
  }
  const encoding = marked(bytes) ?? asked ?? likely(bytes);
  const text = decoded(bytes, encoding);
  if (text !== null) return { text, encoding };
  if (asked === null && encoding === 'utf-8') throw notUtf8(bytes);
  throw fileError(null, `the text is not ${encoding}: name its encoding with --encoding`);
};
