import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { z } from 'zod';

/** A reading call of the API, a reading command of the operator, or a look at what is beside them. */
const query = z.union([
  z.strictObject({
    route: z.string(),
    as: z.enum(['key', 'member']),
    given: z.record(z.string(), z.string()),
  }),
  z.strictObject({ command: z.string(), input: z.record(z.string(), z.string()) }),
  z.strictObject({ look: z.enum(['received', 'waiting']) }),
]);
export type Query = z.infer<typeof query>;

const answered = z.strictObject({ query, status: z.number(), body: z.unknown() });
export type Answered = z.infer<typeof answered>;

/** How a table was made. The credentials open tables in memory only. */
const made = z.strictObject({
  /** The time of the clock, ISO 8601. */
  at: z.iso.datetime(),
  publishable_key: z.string(),
  partner_key: z.string(),
  /** The token of a member; the test's verifier accepts `member:<id>`. */
  member: z.string(),
});
export type Made = z.infer<typeof made>;

const tablesFolder = path.join(import.meta.dirname, '../../test/stored/tables');

export const folderOf = (version: string): string => path.join(tablesFolder, version);

/** The versions with a table, the oldest first. */
export const releasedVersions = (): readonly string[] =>
  existsSync(tablesFolder)
    ? readdirSync(tablesFolder).sort((one, other) => one.localeCompare(other, 'en', { numeric: true }))
    : [];

/** What is long, and seldom read by people, is compressed. */
const isCompressed = (file: string): boolean => file.endsWith('.gz');

const textOf = (folder: string, file: string): string => {
  const content = readFileSync(path.join(folder, file));
  return (isCompressed(file) ? gunzipSync(content) : content).toString();
};

export const readMade = (folder: string): Made => made.parse(JSON.parse(textOf(folder, 'made.json')));

/** The state of the platform's simulator. */
export const readPlatform = (folder: string): string => textOf(folder, 'platform.json');

export const readAnswers = (folder: string, file: string): readonly Answered[] =>
  z.array(answered).parse(JSON.parse(textOf(folder, file)));

/** Writes one answer a line. */
export const writeAnswers = (folder: string, file: string, answers: readonly Answered[]): void => {
  const text = `[\n${answers.map((one) => JSON.stringify(one)).join(',\n')}\n]\n`;
  writeFileSync(path.join(folder, file), isCompressed(file) ? gzipSync(text) : text);
};
