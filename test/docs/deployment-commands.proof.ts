import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { runCommand, stageCommands, type StageCommand } from '../../scripts/stage/run-command.ts';

const root = path.join(import.meta.dirname, '../..');
const run = promisify(execFile);

const pages = ['README.md', ...readdirSync(path.join(root, 'docs'), { recursive: true, encoding: 'utf8' })]
  .filter((file) => file.endsWith('.md'))
  .map((file) => (file === 'README.md' ? file : `docs/${file}`));
const textOf = (page: string): string => readFileSync(path.join(root, page), 'utf8');

/** A command on a stage, as a page writes it. */
interface Written {
  readonly page: string;
  readonly command: StageCommand;
  readonly stage: string;
  readonly more: readonly string[];
}

const isCommand = (name: string): name is StageCommand => stageCommands.some((known) => known === name);
const pattern = /npm run (?:-s )?([a-z-]+) -- --stage (\S+?)((?: --?[a-z][^\s`#]*)*)(?=[\s`.,#]|$)/gm;

const written: readonly Written[] = pages.flatMap((page) =>
  Array.from(textOf(page).matchAll(pattern), ([, command = '', stage = '', more = '']) =>
    isCommand(command)
      ? [{ page, command, stage: stage === '<stage>' ? 'staging' : stage, more: more.split(' ').filter(Boolean) }]
      : [],
  ).flat(),
);

/** The calls of the CDK, read from its command line. */
const cdkCalls = async ({ command, stage, more }: Written): Promise<readonly (readonly string[])[]> => {
  const calls: (readonly string[])[] = [];
  const surroundings = {
    npmRun: () => Promise.resolve(0),
    cdk: (args: readonly string[]) => Promise.resolve(calls.push(args) * 0),
    stands: () => Promise.resolve(false),
    say: () => undefined,
  };
  await runCommand(surroundings, command, stage, more, { despiteAlarm: null, assembly: null });
  return calls;
};

/** A machine without an account. */
const environment = { PATH: process.env['PATH'] ?? '', HOME: tmpdir(), CI: 'true' };
let directory: string;
beforeAll(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'deployment-commands-'));
});
afterAll(() => {
  rmSync(directory, { recursive: true, force: true });
});

/** Synthesises a stage as the command does. @returns the folder */
const synthesise = async (stage: string): Promise<string> => {
  const output = path.join(directory, stage);
  const words = ['scripts/stage.ts', 'synth', '--stage', stage, '--quiet', '-o', output];
  await run(process.execPath, words, { cwd: root, env: environment });
  return output;
};

const once = <T>(make: (key: string) => Promise<T>): ((key: string) => Promise<T>) => {
  const made = new Map<string, Promise<T>>();
  return (key) => {
    const existing = made.get(key) ?? make(key);
    made.set(key, existing);
    return existing;
  };
};

const assemblyOf = once(synthesise);

/** The stacks that the CDK selects among those of a synthesis; all of them without a selector. */
const stacksFor = once(async (stageAndSelector: string): Promise<readonly string[]> => {
  const [stage = '', ...selectors] = stageAndSelector.split(' ');
  const words = ['node_modules/aws-cdk/bin/cdk', 'list', '-a', await assemblyOf(stage), ...selectors];
  return (await run(process.execPath, words, { cwd: root, env: environment })).stdout.trim().split('\n');
});

test('the pages write every command on a stage', () => {
  expect([...new Set(written.map(({ command }) => command))].toSorted()).toEqual([...stageCommands].toSorted());
});

test('synth writes the template of the stage, with its bundles, and no other stage', async () => {
  const output = await assemblyOf('staging');
  expect(readdirSync(output).filter((name) => name.startsWith('assembly-'))).toEqual(['assembly-staging']);
  const assembly = path.join(output, 'assembly-staging');
  const [template = ''] = readdirSync(assembly).filter((name) => name.endsWith('.template.json'));
  const { Resources } = z
    .object({ Resources: z.record(z.string(), z.object({ Type: z.string() })) })
    .parse(JSON.parse(readFileSync(path.join(assembly, template), 'utf8')));
  const functions = Object.values(Resources).filter(({ Type }) => Type === 'AWS::Lambda::Function');
  expect(readdirSync(output).filter((name) => name.startsWith('asset.'))).toHaveLength(functions.length);
});

describe.each(written)('$page: npm run $command -- --stage $stage', (line) => {
  test('synthesises the one stage, and selects its stack', async () => {
    for (const [, context, value, ...words] of await cdkCalls(line)) {
      expect([context, value]).toEqual(['-c', `stage=${line.stage}`]);
      const selectors = words.filter((word) => word.includes('/'));
      expect(await stacksFor([line.stage, ...selectors].join(' '))).toEqual([
        `${line.stage}/Service (swift-worker-${line.stage})`,
      ]);
    }
  });
});

test.each([
  [['deploy'], "required option '--stage <stage>' not specified"],
  [['deploy', '--stage', 'local'], 'Allowed choices are staging, production'],
  [['watch', '--stage', 'staging'], 'Allowed choices are bootstrap, synth, diff, deploy, destroy'],
])('%j is refused', async (words, complaint) => {
  const refused = run(process.execPath, ['scripts/stage.ts', ...words], { cwd: root, env: environment });
  await expect(refused).rejects.toThrow(complaint);
});

test.each(pages)('%s selects no stage by what the CDK does not look into', (page) => {
  const calls = Array.from(
    textOf(page).matchAll(/cdk (synth|diff|deploy|destroy|bootstrap) [^\n`]+/g),
    ([text]) => text,
  );
  expect(calls.filter((text) => text.includes('--all') || !/ '[a-z<>-]+\/\*'/.test(text))).toEqual([]);
});

// Without an option the AWS command line uses the region of its own configuration, which is often another one. IAM is
// global: https://docs.aws.amazon.com/general/latest/gr/iam-service.html
test.each(pages)('%s names the region in each command of the AWS command line', (page) => {
  const commands = Array.from(
    textOf(page).matchAll(/(?:^ *|`|\| |&& )(aws (?!iam )[a-z0-9-]+ [a-z0-9-]+[^`|\n]*)/gm),
    ([, text = '']) => text,
  );
  expect(commands.filter((text) => !text.includes('--region'))).toEqual([]);
});
