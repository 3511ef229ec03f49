import { mkdtemp, rm } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { readExportLine } from '../../scripts/backup/exported-item.ts';
import { exportTable } from '../../scripts/backup/export-table.ts';
import { differences } from './differences.ts';
import { beforeWork, normalForm } from './normal-form.ts';
import { onTable, openPast, type Past } from './past.ts';
import { answersAt, readings } from './readings.ts';
import { folderOf, readAnswers, type Answered, type Query } from './released-table.ts';

const exportFile = 'items.json.gz';

const looks = {
  received: 'what the endpoint received',
  waiting: 'the work that waits, by its kind',
} as const;

const nameOf = (query: Query): string => {
  if ('look' in query) return looks[query.look];
  if ('command' in query) return `operator ${query.command} ${JSON.stringify(query.input)}`;
  return `${query.route} ${JSON.stringify(query.given)}`;
};

const keyOf = ({ query }: Answered): string => JSON.stringify(query);

/** @returns `answers` with those of `changed` in their places */
const withChanged = (answers: readonly Answered[], changed: readonly Answered[]): readonly Answered[] => {
  const byQuery = new Map(changed.map((one) => [keyOf(one), one]));
  return answers.map((one) => byQuery.get(keyOf(one)) ?? one);
};

const [first, later, afterWork] = readings;

const answerProblems = async (past: Past, folder: string): Promise<readonly string[]> => {
  const answers = readAnswers(folder, first.file);
  const changedLater = readAnswers(folder, later.file);
  const before = beforeWork(past.made.at, answers, changedLater);
  const problems: string[] = [];
  for (const reading of readings) {
    const form = (one: Answered): Answered => (reading === afterWork ? normalForm(before, one) : one);
    const changed = reading === first ? [] : readAnswers(folder, reading.file);
    const wanted = withChanged(answers.map(form), changed);
    const found = await answersAt(
      past,
      reading,
      wanted.map(({ query }) => query),
    );
    for (const [index, answer] of found.map(form).entries()) {
      const earlier = wanted[index];
      if (earlier === undefined) continue;
      const where = `${reading.about}: ${nameOf(answer.query)}`;
      const statuses = earlier.status === answer.status ? [] : [`status was ${earlier.status}, is ${answer.status}`];
      const found = [...statuses, ...differences(earlier.body, answer.body)];
      problems.push(...found.slice(0, 2).map((one) => `${where}: ${one}`));
    }
  }
  return problems;
};

/** The items of an export by their keys, as they are in it. */
const itemsOf = (folder: string): ReadonlyMap<string, unknown> => {
  const lines = gunzipSync(readFileSync(path.join(folder, exportFile)))
    .toString()
    .split('\n')
    .filter((line) => line !== '');
  return new Map(
    lines.map((line) => {
      const { pk, sk } = readExportLine(line);
      return [`${pk?.S ?? ''} ${sk?.S ?? ''}`, JSON.parse(line) as unknown];
    }),
  );
};

/** The order of a scan does not matter. */
const exportProblems = async ({ surroundings: { table } }: Past, folder: string): Promise<readonly string[]> => {
  const copy = await mkdtemp(path.join(tmpdir(), 'stored-'));
  try {
    await onTable(table, (client) => exportTable(client, table.name, copy, () => undefined));
    const [before, now] = [itemsOf(folder), itemsOf(copy)];
    const places = Array.from(new Set([...before.keys(), ...now.keys()])).filter(
      (place) => !isDeepStrictEqual(before.get(place), now.get(place)),
    );
    return places.slice(0, 4).map((place) => {
      const [difference = 'it has further attributes'] = differences(before.get(place), now.get(place), 'it');
      return `exported again: ${place}: ${difference}`;
    });
  } finally {
    await rm(copy, { recursive: true });
  }
};

/** What was found of one released table. */
export interface Checked {
  readonly items: number;
  readonly queries: number;
  readonly problems: readonly string[];
}

/** Loads a released table, exports it again, and reads it when it was made, later, and after its work. */
export const checkTable = async (version: string): Promise<Checked> => {
  const folder = folderOf(version);
  const past = await openPast(folder);
  try {
    const problems = [...(await exportProblems(past, folder)), ...(await answerProblems(past, folder))];
    return { items: past.begin.items.length, queries: readAnswers(folder, first.file).length, problems };
  } finally {
    await past.stop();
  }
};
