import { writeFile } from 'node:fs/promises';
import { recordingFile, type Recording } from '../replay/recording.ts';
import { record } from './record.ts';

/** A line a round, so that a difference can be read. */
export const recordingText = (recording: Recording): string => {
  const operations = Object.entries(recording).map(([name, rounds]) => {
    const instances = rounds.map((round) => `    ${JSON.stringify(round)}`);
    return `  ${JSON.stringify(name)}: [\n${instances.join(',\n')}\n  ]`;
  });
  return `{\n${operations.join(',\n')}\n}\n`;
};

export const writeRecording = async (): Promise<void> => {
  await writeFile(recordingFile, recordingText(await record()));
};
