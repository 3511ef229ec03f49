import { itemOf } from '../../lambdas/store/table/attributes.ts';
import type { Item, Table } from '../../lambdas/store/table/table.ts';
import { readExportLine } from '../../scripts/backup/exported-item.ts';
import { differences } from '../../tools/stored/differences.ts';
import { meaningOf, readItemFixture, versionOfItem } from '../../tools/stored-forms/item-fixtures.ts';
import { schemaOf, type Schema } from '../../tools/stored-forms/item-schema.ts';

const cure = (kind: string): string => {
  const version = versionOfItem(kind);
  return (
    `add version ${version + 1} of ${kind} to item-fixtures.ts, run \`npm run fixtures -- --items\`, ` +
    `and keep what reads version ${version} (docs/stored-forms.md)`
  );
};

/** Whether today's code reads of the items of every version what they meant. */
export const readingProblems = async (table: Table, kind: string): Promise<readonly string[]> => {
  const problems: string[] = [];
  for (let version = 1; version <= versionOfItem(kind); version += 1) {
    const stored = readItemFixture(kind, version);
    if (stored === null) return [`items of ${kind} have no fixtures of version ${version}: ${cure(kind)}`];
    for (const [index, { item, meaning }] of stored.examples.entries()) {
      const where = `item ${index} of ${kind}, version ${version}`;
      const opened = itemOf(readExportLine(JSON.stringify({ Item: item }))) ?? {};
      const read = await meaningOf(table, kind, opened).catch((error: unknown) => new Error(String(error)));
      if (read instanceof Error) problems.push(`${where} can't be read: ${read.message.slice(0, 200)}: ${cure(kind)}`);
      else if (differences(meaning, read).length > 0) {
        const [before, now] = [JSON.stringify(meaning), JSON.stringify(read)];
        problems.push(`${where} has another meaning: stored ${before}, now ${now}: ${cure(kind)}`);
      }
    }
  }
  return problems.slice(0, 2);
};

const lines = (schema: Schema): ReadonlySet<string> =>
  new Set(
    Object.entries(schema).flatMap(([name, { in: where, forms }]) => [
      `${name} in ${where} items`,
      ...forms.map((form) => `${name}: ${form}`),
    ]),
  );

/** Whether today's code writes items with the attributes, the words and the forms of the newest version. */
export const writingProblems = (kind: string, items: readonly Item[] | undefined): readonly string[] => {
  const version = versionOfItem(kind);
  const stored = readItemFixture(kind, version);
  if (stored === null) return [`items of ${kind} have no fixtures of version ${version}: ${cure(kind)}`];
  if (items === undefined)
    return [`no play writes an item of ${kind} any more, of which version ${version} has fixtures`];
  const [before, now] = [lines(stored.schema), lines(schemaOf(items))];
  const gone = Array.from(before).filter((line) => !now.has(line));
  const added = Array.from(now).filter((line) => !before.has(line));
  if (gone.length + added.length === 0) return [];
  const list = (some: readonly string[]): string => some.slice(0, 5).join('; ') || 'nothing';
  return [`items of ${kind} differ from version ${version}: gone: ${list(gone)}; new: ${list(added)}: ${cure(kind)}`];
};
