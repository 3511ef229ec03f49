import { gunzipSync, inflateRawSync, inflateSync } from 'node:zlib';
import { unpackEntry } from '../../lambdas/store/customers/packed-entry.ts';
import type { Item, Table } from '../../lambdas/store/table/table.ts';
import { scanItems } from './scan-items.ts';

/** Every item of the table, unchanged. */
export const rawItems = (table: Pick<Table, 'name' | 'client'>): Promise<readonly Item[]> =>
  scanItems(table, { ConsistentRead: true });

const attempt = (open: () => Buffer): readonly string[] => {
  try {
    return [open().toString('latin1')];
  } catch {
    return [];
  }
};

/** Bytes as they are, and decompressed. The first byte may name the version, and the second one the storage. */
const textsOfBytes = (bytes: Uint8Array): readonly string[] => {
  const buffer = Buffer.from(bytes);
  return [
    buffer.toString('latin1'),
    ...attempt(() => Buffer.from(JSON.stringify(unpackEntry(bytes)))),
    ...[buffer, buffer.subarray(1), buffer.subarray(2)].flatMap((body) => [
      ...attempt(() => inflateRawSync(body)),
      ...attempt(() => inflateSync(body)),
      ...attempt(() => gunzipSync(body)),
    ]),
  ];
};

/** All texts in a value, as Latin-1, in which UTF-8 can be searched byte by byte. */
const textsOf = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return [Buffer.from(value).toString('latin1')];
  if (typeof value === 'number' || typeof value === 'boolean') return [String(value)];
  if (value instanceof Uint8Array) return textsOfBytes(value);
  if (Array.isArray(value) || value instanceof Set) return Array.from(value).flatMap(textsOf);
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([name, inner]) => [...textsOf(name), ...textsOf(inner)]);
  }
  return [];
};

const utf8 = (text: string): string => Buffer.from(text).toString('latin1');

/** The Base64 digits of a text within a longer one, for each offset: those that do not depend on the bytes around it. */
const base64Forms = (text: string): readonly string[] => {
  const bytes = Buffer.from(text);
  return [0, 1, 2].flatMap((offset) => {
    const encoded = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64');
    const first = Math.ceil((offset * 8) / 6);
    const last = Math.floor(((offset + bytes.length) * 8) / 6);
    const core = encoded.slice(first, last);
    return [core, core.replaceAll('+', '-').replaceAll('/', '_')];
  });
};

const folded = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '');

/** The forms of a text: as it is, in lower case, without accents, escaped, encoded. */
const formsOf = (text: string): ReadonlySet<string> => {
  const words = [text, text.toLowerCase(), folded(text), folded(text).toLowerCase(), JSON.stringify(text).slice(1, -1)];
  const digits = text.replace(/\D/g, '');
  return new Set(
    [
      ...words,
      ...words.flatMap((word) => [encodeURIComponent(word), new URLSearchParams({ q: word }).toString().slice(2)]),
      ...words.flatMap(base64Forms),
      ...words.map((word) => Buffer.from(word).toString('hex')),
      ...(/^\+?[\d ()-]+$/.test(text) ? [digits] : []),
    ].map(utf8),
  );
};

/** The texts that are found in the haystack, in any form. */
export const foundIn = (texts: readonly string[], haystack: readonly string[]): readonly string[] => {
  const all = haystack.join('\n');
  return texts.filter((text) => Array.from(formsOf(text)).some((form) => all.includes(form)));
};

/** All texts in the table, one for each item, after its key. */
export const tableTexts = async (table: Pick<Table, 'name' | 'client'>): Promise<readonly string[]> =>
  (await rawItems(table)).map((item) => `${String(item['pk'])} ${String(item['sk'])}\n${textsOf(item).join('\n')}`);

/** All texts in any other value. */
export const textsWithin = (value: unknown): readonly string[] => textsOf(value);
