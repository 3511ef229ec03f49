import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { root, withPlanted } from './planted.ts';

const found = z.array(z.object({ name: z.string() })).default([]);
const report = z.object({
  issues: z.array(
    z.object({
      file: z.string(),
      files: found,
      exports: found,
      types: found,
      dependencies: found,
      devDependencies: found,
      unlisted: found,
      unresolved: found,
    }),
  ),
});

const knip = path.join(root, 'node_modules/knip/bin/knip.js');

/** What is unused, as `file: name`; knip ends with 1 when there is any. */
const runKnip = async (folder: string, ...flags: readonly string[]): Promise<readonly string[]> => {
  const args = [knip, '--directory', folder, '--reporter', 'json', ...flags];
  const output = await new Promise<string>((resolve, reject) => {
    execFile(process.execPath, args, { maxBuffer: 2 ** 26 }, (error, stdout, stderr) => {
      if (error !== null && error.code !== 1) reject(new Error(stderr));
      else resolve(stdout);
    });
  });
  return report
    .parse(JSON.parse(output))
    .issues.flatMap(({ file, ...kinds }) =>
      Object.values(kinds).flatMap((all) => all.map(({ name }) => `${file}: ${name}`)),
    );
};

const configuration = path.join(root, 'knip.json');

const unusedIn = (folder: string): Promise<readonly string[]> => runKnip(folder, '--config', configuration);

/** A unit test may take what its own file uses, too. */
const unusedInProduction = async (folder: string): Promise<readonly string[]> => {
  const lenient = path.join(await mkdtemp(path.join(tmpdir(), 'knip-')), 'knip.json');
  const settings: unknown = JSON.parse(await readFile(configuration, 'utf8'));
  await writeFile(lenient, JSON.stringify({ ...z.looseObject({}).parse(settings), ignoreExportsUsedInFile: true }));
  try {
    return await runKnip(folder, '--production', '--config', lenient);
  } finally {
    await rm(path.dirname(lenient), { recursive: true });
  }
};

describe('what is unused', () => {
  it('is not there', async () => {
    expect(await unusedIn(root)).toEqual([]);
  });

  it('but by tests is not there either', async () => {
    expect(await unusedInProduction(root)).toEqual([]);
  });

  it('is found when it is planted', async () => {
    const files = {
      'package.json':
        '{ "name": "planted", "type": "module", "dependencies": { "uuid": "*" }, "devDependencies": { "jest": "*" } }',
      'lambdas/functions/dispatcher.ts':
        "import { used } from '../api/used.ts';\nimport 'zod';\nexport const handler = used;\n",
      'lambdas/api/used.ts': 'export const used = 1;\nexport const left = 2;\nexport const tried = 3;\n',
      'lambdas/api/dead.ts': 'export const dead = 1;\n',
      'lambdas/api/untold.ts': 'export const told = 1;\n',
      'test/used.test.ts':
        "import { told } from '../lambdas/api/untold.ts';\nimport { tried } from '../lambdas/api/used.ts';\nconsole.log(told, tried);\n",
      'jest.config.mjs': "export default { testMatch: ['<rootDir>/test/**/*.test.ts'] };\n",
    };
    const planted = await withPlanted(files, async (folder) => [
      await unusedIn(folder),
      await unusedInProduction(folder),
    ]);
    expect(planted[0]).toEqual(
      expect.arrayContaining([
        'lambdas/api/dead.ts: lambdas/api/dead.ts',
        'lambdas/api/used.ts: left',
        'package.json: uuid',
        'lambdas/functions/dispatcher.ts: zod',
      ]),
    );
    expect(planted[0]?.join()).not.toMatch(/untold|tried|: used/);
    expect(planted[1]).toEqual(
      expect.arrayContaining(['lambdas/api/untold.ts: lambdas/api/untold.ts', 'lambdas/api/used.ts: tried']),
    );
  });
});
