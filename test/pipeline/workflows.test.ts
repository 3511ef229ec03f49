import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { z } from 'zod';

// The package imports JSON without the attribute that Node.js requires: https://nodejs.org/api/esm.html#json-modules
const hooks = registerHooks({
  resolve: (specifier, context, next) => {
    const found = next(specifier, context);
    return found.url.endsWith('.json') ? { ...found, importAttributes: { type: 'json' } } : found;
  },
});
const { NoOperationTraceWriter, parseWorkflow } = await import('@actions/workflow-parser');
hooks.deregister();

const root = path.join(import.meta.dirname, '..', '..');
const folder = path.join(root, '.github/workflows');
const read = (...words: readonly string[]): string => readFileSync(path.join(...words), 'utf8');

const files = readdirSync(folder).filter((file) => file.endsWith('.yml'));
const page = read(root, 'docs/operations/pipeline.md');
const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(read(root, 'package.json')));

const permissions = z.record(z.string(), z.string());
const job = z.object({
  needs: z.string().optional(),
  uses: z.string().optional(),
  environment: z.string().optional(),
  permissions: permissions.optional(),
  with: z.record(z.string(), z.unknown()).optional(),
});
const workflow = z.object({ on: z.unknown(), permissions, jobs: z.record(z.string(), job) });
const parsed = (file: string) => workflow.parse(parse(read(folder, file)));

const namesIn = (text: string, pattern: RegExp): readonly string[] =>
  [...new Set(Array.from(text.matchAll(pattern), ([, name = '']) => name))].toSorted();

describe.each(files)('%s', (file) => {
  const text = read(folder, file);

  test('is a workflow as GitHub reads it', () => {
    const { context } = parseWorkflow({ name: file, content: text }, new NoOperationTraceWriter());
    expect(context.errors.getErrors().map(({ message }) => message)).toEqual([]);
  });

  // https://docs.github.com/en/actions/reference/security/secure-use#using-third-party-actions
  test('takes actions of a commit, with the version beside it', () => {
    const used = Array.from(text.matchAll(/uses: (.+)$/gm), ([, action = '']) => action);
    const loose = used.filter((action) => !/^(\.\/.+|[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+)$/.test(action));
    expect([used.length > 0, loose]).toEqual([true, []]);
  });

  test('runs scripts that there are', () => {
    const run = namesIn(text, /npm run (?:-s )?([a-z-]+)/g);
    expect(run.filter((name) => !(name in scripts))).toEqual([]);
  });

  test('is allowed no more than to read, but for the token of a job that deploys', () => {
    const { permissions: all, jobs } = parsed(file);
    expect(all).toEqual({ contents: 'read' });
    const deploys = (one: z.infer<typeof job>): boolean =>
      one.environment !== undefined || (one.uses?.endsWith('/deploy-stage.yml') ?? false);
    const others = Object.values(jobs).flatMap((one) =>
      Object.entries(one.permissions ?? {}).filter(([name, value]) =>
        name === 'id-token' ? !deploys(one) : value !== 'read',
      ),
    );
    expect(others).toEqual([]);
  });

  // https://docs.github.com/en/actions/reference/security/secure-use#good-practices-for-mitigating-script-injection-attacks
  test('puts nothing from outside into a command', () => {
    const commands = Array.from(text.matchAll(/run: (\|\n(?: {10,}.*\n?)+|.*)/g), ([, command = '']) => command);
    expect(commands.filter((command) => command.includes('${{'))).toEqual([]);
  });

  test('names only secrets and variables that the page says where to set', () => {
    const wanted = namesIn(text, /\b(?:secrets|vars)\.([A-Z_]+)/g);
    expect(wanted.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
  });
});

test('a pull request gets no credentials', () => {
  const text = read(folder, 'pull-request.yml');
  expect(parsed('pull-request.yml').on).toBe('pull_request');
  expect(text).not.toMatch(/secrets\.|vars\.|id-token|configure-aws-credentials/);
});

test('a release takes only a commit of the default branch that has passed its tests there', () => {
  const { on, jobs } = parsed('default-branch.yml');
  expect([on, Object.keys(jobs)]).toEqual([{ push: { branches: ['main'] } }, ['test']]);
  const tests = read(folder, 'default-branch.yml');
  for (const step of ['npm test', 'npm run proof']) expect(tests).toContain(`- run: ${step}\n`);
});

/** The runs of `default-branch.yml` in this repository, each of the commit `tested`. */
const run = { head_sha: 'tested', event: 'push', branch: 'main', status: 'success' };

/** A `gh` that answers as GitHub does: https://docs.github.com/en/rest/actions/workflow-runs#list-workflow-runs-for-a-workflow */
const ghOf = (compared: string, runs: readonly object[]): string => `#!${process.execPath}
const url = new URL(process.argv[3], 'https://api.github.test/');
const wanted = [...url.searchParams];
const found = ${JSON.stringify(runs)}.filter((run) => wanted.every(([name, value]) => run[name] === value));
if (url.pathname.endsWith('/compare/tested...main')) console.log(${JSON.stringify(compared)});
else if (url.pathname.endsWith('/actions/workflows/default-branch.yml/runs')) console.log(found.length);
else process.exit(1);
`;

const released = (compared: string, runs: readonly object[]): number | null => {
  const withSteps = z.object({ steps: z.tuple([z.object({ run: z.string() })]) });
  const { jobs } = z.object({ jobs: z.object({ tested: withSteps }) }).parse(parse(read(folder, 'release.yml')));
  const programs = mkdtempSync(path.join(tmpdir(), 'gh-'));
  try {
    writeFileSync(path.join(programs, 'gh'), ghOf(compared, runs), { mode: 0o755 });
    const env = {
      PATH: `${programs}:${process.env['PATH'] ?? ''}`,
      DEFAULT_BRANCH: 'main',
      GITHUB_SHA: 'tested',
      GITHUB_REPOSITORY: 'acme/it',
    };
    // As GitHub runs a step: https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-syntax#defaultsrunshell
    return spawnSync('bash', ['-e', '-c', jobs.tested.steps[0].run], { env }).status;
  } finally {
    rmSync(programs, { recursive: true });
  }
};

test.each([
  ['its push to the default branch has passed', 0, 'identical', [run]],
  ['the branch has gone on', 0, 'ahead', [{ ...run, branch: 'topic' }, run]],
  ['it is not on the default branch', 1, 'diverged', [run]],
  ['a pull request ran an edited workflow', 1, 'ahead', [{ ...run, event: 'pull_request' }]],
  [
    'a branch of a pull request is called as the default one',
    1,
    'ahead',
    [{ ...run, event: 'pull_request', branch: 'main' }],
  ],
  ['another branch ran an edited workflow', 1, 'ahead', [{ ...run, branch: 'topic' }]],
  ['its push failed', 1, 'identical', [{ ...run, status: 'failure' }]],
  ['another commit has passed', 1, 'identical', [{ ...run, head_sha: 'other' }]],
] as const)('the release of a commit of which %s ends with %i', (_, code, compared, runs) => {
  expect(released(compared, runs)).toBe(code);
});

// A job that can get the credentials of a stage builds nothing, and runs no code of a package while it installs.
test('both stages get what one job without credentials has built', () => {
  const release = read(folder, 'release.yml');
  for (const stage of ['staging', 'production'])
    expect(release).toContain(`npm run synth -- --stage ${stage} --quiet --output assembly/${stage}`);
  expect(parsed('release.yml').jobs['assembly']).toEqual({ needs: 'skew' });
  const deployment = read(folder, 'deploy-stage.yml');
  expect(deployment).toContain('npm ci --ignore-scripts');
  expect(deployment).toContain('--assembly "assembly/$STAGE"');
  expect(deployment).not.toMatch(/setup\.mjs|synth/);
});

test('a release goes to staging, then past a person, then to production', () => {
  const { jobs } = parsed('release.yml');
  expect(Object.entries(jobs).map(([name, { needs, with: given }]) => [name, needs, given])).toEqual([
    ['tested', undefined, undefined],
    ['sbom', 'tested', undefined],
    ['compatible', 'sbom', undefined],
    ['skew', 'compatible', undefined],
    ['assembly', 'skew', undefined],
    ['staging', 'assembly', { stage: 'staging' }],
    ['approval', 'staging', undefined],
    ['production', 'approval', { stage: 'production', despite_alarm: '${{ inputs.despite_alarm }}' }],
  ]);
  expect(parsed('deploy-stage.yml').jobs['deploy']?.environment).toBe('${{ inputs.stage }}');
  const release = read(folder, 'release.yml');
  expect(release).toContain('required_reviewers');
  expect(release).toContain('npm run skew -- --from "$previous"');
});

test('a release is compared with the one before it, whose tag and documents are there', () => {
  const withSteps = z.object({ steps: z.array(z.record(z.string(), z.unknown())) });
  const { jobs } = z.object({ jobs: z.object({ compatible: withSteps }) }).parse(parse(read(folder, 'release.yml')));
  const { steps } = jobs.compatible;
  expect(steps.map(({ run }) => run).filter((command) => command !== undefined)).toEqual([
    'npm ci --ignore-scripts',
    'npm run compatible',
  ]);
  expect(steps[0]).toMatchObject({ with: { 'fetch-depth': 0 } });
});

test('a pull request and a release check the dependencies, and a release keeps what they are', () => {
  for (const file of ['pull-request.yml', 'release.yml']) {
    const text = read(folder, file);
    for (const step of ['npm ci --ignore-scripts', 'npm run check-dependencies', 'npm run audit'])
      expect(text).toContain(`- run: ${step}\n`);
  }
  expect(read(folder, 'release.yml')).toContain('npm run -s bill > sbom.cdx.json');
});

test('a stage is deployed, then tried', () => {
  const steps = Array.from(read(folder, 'deploy-stage.yml').matchAll(/npm run (\w+)/g), ([, name]) => name);
  expect(steps).toEqual(['deploy', 'smoke']);
});
