import { writeFile } from 'node:fs/promises';
import { recordingFile, type Recording } from './recording.ts';
import { record } from './record.ts';

/** One line for each round, so that differences are readable. */
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
