import { mkdirSync, writeFileSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { serialise } from '@swift-worker/platform-simulator/stored-state.ts';
import { exportTable } from '../../scripts/backup/export-table.ts';
import { openStage } from '../processes/stage.ts';
import { beforeWork, normalForm } from './normal-form.ts';
import { onTable, openPast } from './past.ts';
import { queriesOf, type Names } from './queries.ts';
import { answersAt, readings } from './readings.ts';
import { folderOf, writeAnswers, type Answered, type Made } from './released-table.ts';
import { tellStory } from './story/story.ts';

const [first, later, afterWork] = readings;

/** Makes the table of a story in a folder. @returns the names of what there is */
const makeTable = async (folder: string): Promise<Names> => {
  const stage = await openStage();
  try {
    const names = await tellStory(stage);
    const { table, clock, simulator } = stage.surroundings;
    const made: Made = {
      at: new Date(clock.now()).toISOString(),
      publishable_key: stage.scene.service.apikey,
      partner_key: stage.partner.apiKey,
      member: stage.member,
    };
    await onTable(table, (client) => exportTable(client, table.name, folder, () => undefined));
    writeFileSync(path.join(folder, 'made.json'), `${JSON.stringify(made, null, 2)}\n`);
    writeFileSync(path.join(folder, 'platform.json'), `${serialise(simulator)}\n`);
    return names;
  } finally {
    await stage.stop();
  }
};

const changedIn = (answers: readonly Answered[], before: readonly Answered[]): readonly Answered[] =>
  answers.filter((one, index) => !isDeepStrictEqual(one, before[index]));

/** @throws Error when an answer is a refusal, which would show nothing of the table */
const mustSucceed = (answers: readonly Answered[]): void => {
  const refused = answers.filter(({ status }) => status >= 300).map((one) => JSON.stringify(one));
  if (refused.length > 0) throw new Error(`not every query is answered:\n${refused.join('\n')}`);
};

/** Makes the table and the answers of a version. @returns its folder */
export const releaseTable = async (version: string): Promise<string> => {
  const folder = folderOf(version);
  const draft = path.join(folder, `../../../../build/stored-${version}-${process.pid}`);
  mkdirSync(draft, { recursive: true });
  const queries = queriesOf(await makeTable(draft));
  const past = await openPast(draft);
  try {
    const answers = await answersAt(past, first, queries);
    mustSucceed(answers);
    const answersLater = await answersAt(past, later, queries);
    const changedLater = changedIn(answersLater, answers);
    const before = beforeWork(past.made.at, answers, changedLater);
    const form = (one: Answered): Answered => normalForm(before, one);
    const after = changedIn((await answersAt(past, afterWork, queries)).map(form), answers.map(form));
    for (const [file, content] of [
      [first.file, answers],
      [later.file, changedLater],
      [afterWork.file, after],
    ] as const) {
      writeAnswers(draft, file, content);
    }
  } finally {
    await past.stop();
  }
  mkdirSync(path.dirname(folder), { recursive: true });
  await rename(draft, folder);
  return folder;
};
