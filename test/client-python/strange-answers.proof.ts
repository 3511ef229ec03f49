import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { answersFile, expectedOf, made, startStrange } from '../client/strange-answers.ts';
import { findPython } from './find-python.ts';

const run = promisify(execFile);
const folder = path.join(import.meta.dirname, '../../packages/client-python');
const python = await findPython();
if (python === null) console.log('skipped: strange answers in Python, because there is no Python 3.10 with httpx');

let strange: Awaited<ReturnType<typeof startStrange>>;
beforeAll(async () => {
  strange = await startStrange();
});
afterAll(() => {
  strange.stop();
});

test('the table has answers', () => {
  expect(Object.keys(expectedOf()).length).toBeGreaterThan(15);
});

if (python !== null) {
  test.each(['sync', 'async'])(
    'the client for Python makes of strange answers what the table says (%s)',
    async (kind) => {
      const own = { PYTHONPATH: path.join(folder, 'src'), ANSWERS: answersFile, STRANGE_URL: strange.url };
      const options = { cwd: folder, env: { ...process.env, ...own } };
      const { stdout } = await run(python, ['-B', '-m', 'tests.play_answers', kind], options);
      expect(made.parse(JSON.parse(stdout))).toEqual(expectedOf());
    },
  );
}
