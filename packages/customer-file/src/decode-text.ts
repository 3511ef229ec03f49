import { unreadable, type UnreadableFile } from './faults.ts';

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

const startsWith = (bytes: Uint8Array, ...start: readonly number[]): boolean =>
  start.every((byte, index) => bytes[index] === byte);

/** By the byte order mark. https://encoding.spec.whatwg.org/#bom-sniff */
const marked = (bytes: Uint8Array): string | null => {
  if (startsWith(bytes, 0xef, 0xbb, 0xbf)) return 'utf-8';
  if (startsWith(bytes, 0xff, 0xfe)) return 'utf-16le';
  return startsWith(bytes, 0xfe, 0xff) ? 'utf-16be' : null;
};

/** Headers are ASCII, of which UTF-16 has each second byte 0. */
const likely = ([first, second]: Uint8Array): string => {
  if (first === 0 && second !== 0) return 'utf-16be';
  return first !== 0 && second === 0 ? 'utf-16le' : 'utf-8';
};

/** Excel's on Windows and on a Mac: no program can tell them apart, so a person looks. */
const others = ['windows-1252', 'macintosh'] as const;
const shownCharacters = 60;

const lineFeed = 10;
const carriageReturn = 13;

/** The lines of bytes, which end in LF, CRLF or CR. */
const linesOf = (bytes: Uint8Array): readonly Uint8Array[] => {
  const lines: Uint8Array[] = [];
  let begin = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    if (bytes[at] !== lineFeed && bytes[at] !== carriageReturn) continue;
    lines.push(bytes.subarray(begin, at));
    if (bytes[at] === carriageReturn && bytes[at + 1] === lineFeed) at += 1;
    begin = at + 1;
  }
  return [...lines, bytes.subarray(begin)];
};

const notUtf8 = (bytes: Uint8Array): UnreadableFile => {
  const lines = linesOf(bytes);
  const at = lines.findIndex((line) => decoded(line, 'utf-8') === null);
  const line = lines[at] ?? new Uint8Array();
  const readings = others.map((encoding) => ({
    encoding,
    text: (decoded(line, encoding) ?? '').slice(0, shownCharacters),
  }));
  return unreadable(at + 1, { kind: 'not_utf8', readings });
};

/**
 * The text of a file, without a byte order mark.
 * @param asked the encoding of a file without a byte order mark; null: UTF-8 or UTF-16
 * @throws UnreadableFile when the bytes are not of the encoding
 */
export const decodeText = (bytes: Uint8Array, asked: string | null): DecodedText => {
  if (startsWith(bytes, 0x50, 0x4b, 3, 4)) throw unreadable(null, { kind: 'spreadsheet' });
  const encoding = marked(bytes) ?? asked ?? likely(bytes);
  const text = decoded(bytes, encoding);
  if (text !== null) return { text, encoding };
  if (asked === null && encoding === 'utf-8') throw notUtf8(bytes);
  throw unreadable(null, { kind: 'other_encoding', encoding });
};
