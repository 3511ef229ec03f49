import { isDeepStrictEqual } from 'node:util';
import { fixtureFile, readFixture, type Fixture } from '../../tools/stored-forms/fixtures.ts';
import {
  asJson,
  newestVersion,
  writtenVersions,
  type StoredForm,
  type WrittenVersion,
} from '../../tools/stored-forms/stored-form.ts';

/** What a change of a form needs: the bytes of earlier versions stay readable. */
const cure = (form: StoredForm): string => {
  const newest = newestVersion(form);
  return `add version ${newest + 1} of ${form.name}, and keep the decoder of version ${newest} (docs/stored-forms.md)`;
};

const shortened = (value: unknown): string => {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > 300 ? `${text.slice(0, 300)}…` : text;
};

const attempt = <T>(run: () => T): T | Error => {
  try {
    return run();
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
};

/** The first difference of two texts, with some of what is around it. */
const differenceOf = (stored: string, now: string): string => {
  const found = Array.from(stored).findIndex((character, index) => character !== now[index]);
  const from = Math.max(0, (found === -1 ? stored.length : found) - 40);
  const [before, after] = [stored.slice(from, from + 120), now.slice(from, from + 120)];
  return `stored ${before}, now ${after}`;
};

const unreadable = (form: StoredForm, { version, cases }: Fixture): readonly string[] =>
  Object.entries(cases).flatMap(([name, { bytes, meaning }]) => {
    const where = `${form.name}, version ${version}, "${name}"`;
    const read = attempt(() => asJson(form.decode(Buffer.from(bytes, 'hex'))));
    if (read instanceof Error)
      return [`${where}: stored bytes can't be read (${shortened(read.message)}): ${cure(form)}`];
    if (isDeepStrictEqual(read, meaning)) return [];
    const difference = differenceOf(JSON.stringify(meaning), JSON.stringify(read));
    return [`${where}: stored bytes have another meaning: ${difference}: ${cure(form)}`];
  });

const unlike = (form: StoredForm, written: WrittenVersion, { version, cases }: Fixture): readonly string[] =>
  form.cases.flatMap((name) => {
    const where = `the form ${form.name} differs from version ${version} in "${name}"`;
    const stored = cases[name];
    if (stored === undefined)
      return [`${fixtureFile(form.name, version)} has no case "${name}": run \`npm run fixtures\``];
    const now = attempt(() => written.shown(written.encode(name)));
    if (now instanceof Error) return [`${where}: it can't be written (${shortened(now.message)}): ${cure(form)}`];
    const before = stored.shown ?? stored.bytes;
    return now === before ? [] : [`${where}: ${differenceOf(before, now)}: ${cure(form)}`];
  });

const unlikeTexts = (form: StoredForm, written: WrittenVersion, { version, texts }: Fixture): readonly string[] =>
  Object.entries(texts).flatMap(([name, text]) =>
    written.texts[name] === text
      ? []
      : [
          `the ${name} of ${form.name} differs from version ${version}: ` +
            `${differenceOf(text, written.texts[name] ?? '')}: ${cure(form)}`,
        ],
  );

const unusedCases = (form: StoredForm, { version, cases }: Fixture): readonly string[] =>
  Object.keys(cases)
    .filter((name) => !form.cases.includes(name))
    .map((name) => `${fixtureFile(form.name, version)} has the case "${name}", of which there is no sample any more`);

const wordsWithoutCase = (form: StoredForm, { version, cases }: Fixture): readonly string[] => {
  const meanings = JSON.stringify(Object.values(cases).map(({ meaning }) => meaning));
  return form.words
    .filter((word) => !meanings.includes(JSON.stringify(word)))
    .map(
      (word) =>
        `no fixture of ${form.name} has the word ${word}: add a case of version ${version} when the word is new, ` +
        `else ${cure(form)}`,
    );
};

/** What is wrong with a form: the first problems. Empty when it reads what every version wrote, and writes what the newest ones did. */
export const problemsOf = (form: StoredForm): readonly string[] => {
  const newest = newestVersion(form);
  const problems = Array.from({ length: newest }, (_, index) => index + 1).flatMap((version) => {
    const fixture = readFixture(form.name, version);
    if (fixture === null) return [`${form.name} has no fixtures of version ${version}: run \`npm run fixtures\``];
    const read = unreadable(form, fixture);
    const written = writtenVersions(form).find((one) => one.version === version);
    if (written === undefined) return read;
    return [
      ...read,
      ...unlike(form, written, fixture),
      ...unlikeTexts(form, written, fixture),
      ...unusedCases(form, fixture),
      ...wordsWithoutCase(form, fixture),
    ];
  });
  if (readFixture(form.name, newest + 1) !== null) {
    problems.push(`${form.name} has fixtures of version ${newest + 1}, which is not read`);
  }
  return problems.slice(0, 3);
};
