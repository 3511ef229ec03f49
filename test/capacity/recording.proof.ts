import { readFile } from 'node:fs/promises';
import { expect, it } from '@jest/globals';
import { record } from '../../tools/capacity/recording/record.ts';
import { recordingText } from '../../tools/capacity/recording/write.ts';
import { recordingFile } from '../../tools/capacity/recording/recording.ts';

it('the recording of the capacity model is what the operations ask of the table', async () => {
  const written = await readFile(recordingFile, 'utf8');
  if (recordingText(await record()) !== written) {
    throw new Error(
      'the calls of operations changed: run `npm run capacity -- --record`, look at the difference, and run it',
    );
  }
  expect(written).toContain('"update"');
});
