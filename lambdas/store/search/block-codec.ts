import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { ByteReader, ByteWriter } from '@swift-worker/stored-forms/bytes.ts';
import { decoderOf, versioned } from '@swift-worker/stored-forms/stored-form.ts';
import { isUnderErasure, matches, type SearchFilter, type SearchRow } from '../../domain/search/search-row.ts';

/** How the rows of a kind of records are packed. */
export interface BlockFormat {
  /** The name of the form; see docs/stored-forms.md. */
  readonly form: string;
  /** The first byte of a block. */
  readonly version: number;
  readonly codeOf: (status: string) => number;
  readonly statusOf: (code: number) => string | undefined;
  /** Whether rows have business accounts. */
  readonly hasWabas: boolean;
}

/** The best quality: a block is packed once, in half a second, and read by every search. */
const settings = {
  params: {
    [constants.BROTLI_PARAM_QUALITY]: 11,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_GENERIC,
  },
} as const;

/** A separator that no text contains, because null bytes are refused. */
const separator = '\u0000';

/** Two digits per byte. One or two `f` end a number and fill its last byte. */
const packDigits = (digits: readonly string[]): Uint8Array =>
  Buffer.from(digits.map((number) => (number.length % 2 === 0 ? `${number}ff` : `${number}f`)).join(''), 'hex');

const unpackDigits = (bytes: Buffer): readonly string[] => bytes.toString('hex').split(/ff?/);

const timeDigits = 12;
const plainId = (id: string): string => id.replaceAll('-', '');
const timeOf = (plain: string): number => parseInt(plain.slice(0, timeDigits), 16);

const idOf = (time: number, rest: string): string => {
  const plain = time.toString(16).padStart(timeDigits, '0') + rest;
  return `${plain.slice(0, 8)}-${plain.slice(8, 12)}-${plain.slice(12, 16)}-${plain.slice(16, 20)}-${plain.slice(20)}`;
};

/** By column, which compresses better. @param rows in the order of their ids */
const packBlock = (format: BlockFormat, rows: readonly SearchRow[]): Uint8Array => {
  const writer = new ByteWriter().count(rows.length);
  const names: string[] = [];
  const externals: string[] = [];
  let before = 0;
  for (const { id } of rows) {
    const time = timeOf(plainId(id));
    writer.count(time - before);
    before = time;
  }
  for (const { id } of rows) writer.hex(plainId(id).slice(timeDigits));
  for (const { status, text } of rows) {
    writer.byte(format.codeOf(status));
    const [name = '', email = '', external = ''] = (text ?? '').split(separator);
    names.push(name, email);
    externals.push(external);
  }
  writer.text(names.join(separator)).text(externals.join(separator));
  writer.block(packDigits(rows.map(({ digits }) => digits)));
  if (format.hasWabas) writer.text(rows.map(({ wabaId }) => wabaId ?? '').join(separator));
  return versioned(format.version, brotliCompressSync(writer.done(), settings));
};

/** A block for reading, without an object per row. */
interface Columns {
  readonly count: number;
  readonly idAt: (row: number) => string;
  readonly statusAt: (row: number) => string;
  readonly textAt: (row: number) => string;
  readonly digitsAt: (row: number) => string;
  readonly wabaAt: (row: number) => string | null;
}

const restBytes = 10;

const columns1 = (format: BlockFormat, compressed: Uint8Array): Columns => {
  const reader = new ByteReader(brotliDecompressSync(compressed));
  const count = reader.count();
  const times: number[] = [];
  for (let row = 0, time = 0; row < count; row += 1) {
    time += reader.count();
    times.push(time);
  }
  const rests = reader.raw(count * restBytes);
  const statuses = reader.raw(count);
  const names = reader.text().split(separator);
  const externals = reader.text().split(separator);
  const digits = unpackDigits(reader.block());
  const wabas = format.hasWabas ? reader.text().split(separator) : [];
  return {
    count,
    idAt: (row) => idOf(times[row] ?? 0, rests.toString('hex', row * restBytes, (row + 1) * restBytes)),
    statusAt: (row) => {
      const status = format.statusOf(statuses[row] ?? -1);
      if (status === undefined) throw new Error('the block has a status that there is not');
      return status;
    },
    textAt: (row) => [names[2 * row] ?? '', names[2 * row + 1] ?? '', externals[row] ?? ''].join(separator),
    digitsAt: (row) => digits[row] ?? '',
    wabaAt: (row) => (wabas[row] ?? '') || null,
  };
};

/** @throws UnknownVersion; Error when the bytes are not a block */
const columnsOf = (format: BlockFormat, bytes: Uint8Array): Columns =>
  decoderOf(format.form, bytes[0], { 1: columns1 })(format, bytes.subarray(1));

/** @throws UnknownVersion; Error when the bytes are not a block */
export const unpackBlock = (format: BlockFormat, bytes: Uint8Array): readonly SearchRow[] => {
  const columns = columnsOf(format, bytes);
  return Array.from({ length: columns.count }, (_, row): SearchRow => {
    const status = columns.statusAt(row);
    const text = isUnderErasure(status) ? null : columns.textAt(row);
    return { id: columns.idAt(row), status, text, digits: columns.digitsAt(row), wabaId: columns.wabaAt(row) };
  });
};

/** The result of a search in a block. */
export interface BlockMatches {
  /** Ids of rows that match. */
  readonly found: readonly string[];
  /** Ids of rows without a text. */
  readonly erasing: readonly string[];
}

/** The rows that match or may match. @throws Error when the bytes are not a block */
export const searchBlock = (format: BlockFormat, bytes: Uint8Array, filter: SearchFilter): BlockMatches => {
  const { statuses, term, wabaId } = filter;
  const columns = columnsOf(format, bytes);
  const [found, erasing]: [string[], string[]] = [[], []];
  for (let row = 0; row < columns.count; row += 1) {
    const status = columns.statusAt(row);
    if (!statuses.has(status) || (wabaId !== null && columns.wabaAt(row) !== wabaId)) continue;
    if (isUnderErasure(status)) erasing.push(columns.idAt(row));
    else if (matches(columns.textAt(row), columns.digitsAt(row), term)) found.push(columns.idAt(row));
  }
  return { found, erasing };
};

/** Far below the 400 KB of an item. */
const mostBytes = 250_000;

/** Packed rows. */
export interface PackedBlock {
  readonly first: string;
  readonly count: number;
  readonly body: Uint8Array;
}

/** Packs rows into blocks of a size, with fewer rows when their texts are long. @param rows in the order of their ids */
export const packRows = (format: BlockFormat, rows: readonly SearchRow[], size: number): readonly PackedBlock[] => {
  const [first] = rows;
  if (first === undefined) return [];
  const inParts = (at: number): readonly PackedBlock[] => [
    ...packRows(format, rows.slice(0, at), size),
    ...packRows(format, rows.slice(at), size),
  ];
  if (rows.length > size) return inParts(size);
  const body = packBlock(format, rows);
  if (body.length > mostBytes && rows.length > 1) return inParts(Math.ceil(rows.length / 2));
  return [{ first: first.id, count: rows.length, body }];
};
