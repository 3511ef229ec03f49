import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { areas } from '../../operator/areas.ts';
import { main } from '../../operator/main.ts';
import { openStage } from '../../operator/open-stage.ts';
import { recordedTerminal } from '../operator/recorded-terminal.ts';
import { startDescribedStack, type DescribedStack } from '../../tools/harness/described-stack.ts';

const root = path.join(import.meta.dirname, '../..');
const run = promisify(execFile);
let whole: DescribedStack;

beforeAll(async () => {
  whole = await startDescribedStack();
});
afterAll(() => whole.stop());

const pages = [
  'README.md',
  ...readdirSync(path.join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => `docs/${file}`),
];

/** The lines of a page that begin with these words, after their indent. @returns the rest of each */
const commandsOf = (page: string, words: string): readonly string[] =>
  readFileSync(path.join(root, page), 'utf8')
    // What a command printed names records of another stage.
    .replaceAll(/^```\n\$ [^]*?^```$/gm, '')
    .split('\n')
    .flatMap((line) => {
      const text = line.trim();
      return text.startsWith(words) ? [text.slice(words.length).trim()] : [];
    });

const packageFile = z.object({ name: z.string(), scripts: z.record(z.string(), z.string()).optional() });
/** The scripts of the project and of its workspaces. */
const scripts = new Map(
  ['.', 'tools', 'portal', ...readdirSync(path.join(root, 'packages')).map((name) => `packages/${name}`)]
    .map((folder) => path.join(root, folder, 'package.json'))
    .filter((file) => existsSync(file))
    .map((file) => packageFile.parse(JSON.parse(readFileSync(file, 'utf8'))))
    .map((found) => [found.name, Object.keys(found.scripts ?? {})]),
);

test.each(pages)('the scripts that %s names are there', (page) => {
  const text = readFileSync(path.join(root, page), 'utf8');
  for (const [, name = '', workspace = 'swift-worker'] of text.matchAll(
    /npm run (?:-s )?([a-z:-]+)(?: -w (@[a-z/-]+))?/g,
  )) {
    expect(scripts.get(workspace)).toContain(name);
  }
});

test.each(pages)('the links of %s lead to files', (page) => {
  // In a block of code the same characters are an index and a call.
  const text = readFileSync(path.join(root, page), 'utf8').replaceAll(/^```.*?^```/gms, '');
  // The site generates the pages of `reference/`, and test/site checks the links to them.
  const links = Array.from(
    text.matchAll(/\]\((?!https?:|reference\/)([^)#\s]+)(?:#[^)]*)?\)/g),
    ([, target = '']) => target,
  );
  expect(links.filter((target) => !existsSync(path.join(root, path.dirname(page), target)))).toEqual([]);
});

const operator = async (
  line: string,
): Promise<{ readonly code: number; readonly out: string; readonly error: string }> => {
  const words = Array.from(line.matchAll(/"([^"]*)"|(\S+)/g), ([, quoted, bare]) => quoted ?? bare ?? '');
  const terminal = { ...recordedTerminal(), sleep: () => Promise.resolve() };
  const code = await main([...words, '--state', whole.stateFile, '--yes'], areas, terminal, openStage);
  return { code, out: terminal.printed(), error: terminal.complained() };
};

const shown = z.object({ keys: z.array(z.object({ key_id: z.string() })) });

/** A line with its placeholders filled, for the local stack. */
const filled = async (line: string): Promise<string> => {
  const { partner_id: partnerId, members } = whole.partner;
  const keys = shown.parse(JSON.parse((await operator(`keys list ${partnerId} --json`)).out)).keys;
  return line
    .replace(/--stage (<stage>|staging|production) ?/, '')
    .replace('<partner-id>', partnerId)
    .replace('<key-id>', keys.at(-1)?.key_id ?? '')
    .replace('<email>', members.at(-1)?.email ?? '')
    .replace(/`.*$/, '');
};

/**
 * A partner has at most two keys of each kind, whichever page was tried before. This stack has no copies of the audit trail;
 * test/audit runs the command on one that has. Its functions have one version; test/operator takes a release back.
 */
const enough = /has 2 (active|valid)|it has no auditCopy|no function has a version before/;

describe.each(pages.filter((page) => commandsOf(page, 'npm run -s operator -- --stage').length > 0))(
  "the operator's commands of %s",
  (page) => {
    test.each(commandsOf(page, 'npm run -s operator -- '))('%s', async (line) => {
      const { code, error } = await operator(await filled(line));
      if (code !== 0 && !enough.test(error)) throw new Error(`${line} ended with ${code}: ${error}`);
      expect(code).toBeLessThanOrEqual(1);
    });
  },
);

test('the command for a token prints one', async () => {
  const [line = ''] = commandsOf('docs/portal.md', 'npm run -s token -- ');
  const { stdout } = await run(process.execPath, ['local/token.ts', '--state', whole.stateFile, line], { cwd: root });
  expect(stdout).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+\n$/);
});

test('the drill of the page on restoring ends with the data that it began with', async () => {
  const since = new Date().toISOString();
  const page = 'docs/operations/restoring.md';
  const progress = path.join(whole.directory, 'restore.json');
  const drill = [
    ...commandsOf(page, 'npm run -s backup -- ').map((line) => ['scripts/backup.ts', line] as const),
    ...commandsOf(page, 'npm run restore -- --stage local ').map(
      (line) => ['scripts/restore.ts', `--stage local --progress ${progress} ${line}`] as const,
    ),
  ];
  const said: string[] = [];
  for (const [script, line] of drill) {
    const words = line.replace('<time of the export>', since).replaceAll('build/drill', whole.directory).split(' ');
    const { stdout } = await run(process.execPath, [script, '--state', whole.stateFile, ...words], {
      cwd: root,
    });
    said.push(stdout);
  }
  const [exported = '', restored] = said;
  expect(exported).toMatch(/^\d+ items, digest/);
  expect(restored).toContain(`4/7 Compare the new table with its source: ${exported.trim()}: equal`);
  expect(restored).toContain('7/7 Open the stage: calls are answered');
  expect(existsSync(progress)).toBe(false);
});
