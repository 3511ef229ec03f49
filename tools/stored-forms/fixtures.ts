import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { lineACase } from './line-a-case.ts';
import { asJson, hexOf, writtenVersions, type StoredForm, type WrittenVersion } from './stored-form.ts';

/** A value of a form as a version wrote it. */
const fixtureCase = z.strictObject({
  /** Hexadecimal. */
  bytes: z.string(),
  /** As it is compared; absent: as `bytes`. */
  shown: z.optional(z.string()),
  meaning: z.unknown(),
});

const fixture = z.strictObject({
  form: z.string(),
  version: z.number(),
  texts: z.record(z.string(), z.string()).default({}),
  cases: z.record(z.string(), fixtureCase),
});
export type Fixture = z.infer<typeof fixture>;

const folder = fileURLToPath(new URL('../../test/stored/forms', import.meta.url));

/** The file of a version, from the project's root. */
export const fixtureFile = (form: string, version: number): string => `test/stored/forms/${form}/${version}.json`;

const placeOf = (form: string, version: number): string => path.join(folder, form, `${version}.json`);

/** Null when there is none. */
export const readFixture = (form: string, version: number): Fixture | null => {
  const file = placeOf(form, version);
  return existsSync(file) ? fixture.parse(JSON.parse(readFileSync(file, 'utf8'))) : null;
};

const casesOf = (form: StoredForm, written: WrittenVersion): Fixture['cases'] =>
  Object.fromEntries(
    form.cases.map((name) => {
      const encoded = written.encode(name);
      const [bytes, shown] = [hexOf(encoded), written.shown(encoded)];
      return [name, { bytes, ...(shown !== bytes && { shown }), meaning: asJson(form.decode(encoded)) }];
    }),
  );

const writeMissingOf = (form: StoredForm, written: WrittenVersion): readonly string[] => {
  const { name } = form;
  const { version, texts } = written;
  const existing = readFixture(name, version);
  const missing = form.cases.filter((one) => existing?.cases[one] === undefined);
  if (missing.length === 0) return [];
  const cases = { ...casesOf(form, written), ...existing?.cases };
  const file = placeOf(name, version);
  mkdirSync(path.dirname(file), { recursive: true });
  const content: Fixture = { form: name, version, texts: existing?.texts ?? texts, cases };
  writeFileSync(file, lineACase(content));
  return [`${fixtureFile(name, version)}: ${missing.join(', ')}`];
};

/**
 * Writes the cases that have no fixture yet, of the version that is written and of the next one. What is written is never changed.
 * @returns what was written
 */
export const writeMissing = (form: StoredForm): readonly string[] =>
  writtenVersions(form).flatMap((written) => writeMissingOf(form, written));
