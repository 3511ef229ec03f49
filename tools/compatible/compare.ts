import { isNamed, newItems } from './changelog.ts';
import type { Difference } from './difference.ts';
import { promisedDocuments, type PromisedDocument } from './documents.ts';

/** Reads a file of a version by its path from the project's root; null: that version has none. */
export type ReadVersion = (file: string) => Promise<string | null>;

/** What became of a document since the release. */
export interface Compared {
  readonly document: PromisedDocument;
  /** False: the release had no such document, so that nothing is compared. */
  readonly wasReleased: boolean;
  /** Those that break somebody and that the changelog does not name. */
  readonly breaking: readonly Difference[];
  /** Those that break somebody, and that the changelog names. */
  readonly named: readonly Difference[];
  /** Those that break nothing. */
  readonly other: readonly Difference[];
}

const compareOne = async (
  document: PromisedDocument,
  released: ReadVersion,
  present: ReadVersion,
): Promise<Compared> => {
  const [was, is] = await Promise.all([released(document.file), present(document.file)]);
  if (is === null) throw new Error(`${document.file} is missing: run npm run generate`);
  if (was === null) return { document, wasReleased: false, breaking: [], named: [], other: [] };
  const [before = '', after = ''] = await Promise.all(
    [released, present].map(async (read) => (await read(document.changelog)) ?? ''),
  );
  const items = newItems(before, after);
  const differences = document.differences(was, is);
  const breaking = differences.filter(({ breaks }) => breaks !== null);
  return {
    document,
    wasReleased: true,
    breaking: breaking.filter((one) => !isNamed(one, items)),
    named: breaking.filter((one) => isNamed(one, items)),
    other: differences.filter(({ breaks }) => breaks === null),
  };
};

/** Compares each promised document of a release with the present one. */
export const compareVersions = async (released: ReadVersion, present: ReadVersion): Promise<readonly Compared[]> =>
  Promise.all(promisedDocuments.map((document) => compareOne(document, released, present)));
