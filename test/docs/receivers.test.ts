import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { inLanguage, programsOf, snippetsOf } from './guide.ts';

const page = snippetsOf('partners/receivers.md');
const folders = { js: '../client/frameworks', python: '../client-python/frameworks' };

/** The samples that the proofs of the clients run, with these programs. */
const programs = page.flatMap(({ language, text }) => {
  const [, name] = /^(?:\/\/|#) (\S+)\n/.exec(text) ?? [];
  if (name === undefined || (language !== 'js' && language !== 'python')) return [];
  const file = path.join(import.meta.dirname, folders[language], name);
  return existsSync(file) ? [[name, text, readFileSync(file, 'utf8')] as const] : [];
});

test('the samples of frameworks are found', () => {
  expect(programs.map(([name]) => name)).toHaveLength(10);
});

test.each(programs)('%s is the program that is run', (_, text, program) => {
  // The page has no line for where a program listens, and has the receiver in a file of its own.
  const lines = text.split('\n').slice(1);
  expect(lines.filter((line) => !program.includes(line) && !/^(import|from).* receiver\b/.test(line))).toEqual([]);
});

test('the packages of the page are those that the proof installs', () => {
  const textOf = (file: string) => readFileSync(path.join(import.meta.dirname, file), 'utf8');
  const named = (text: string, quote: string) => text.match(new RegExp(`(?<=${quote})[a-z]+@\\d+(?=${quote})`, 'g'));
  const ofPage = named(textOf('../../docs/partners/receivers.md'), '`');
  expect(new Set(named(textOf('../client/receivers.proof.ts'), "'"))).toEqual(new Set([...(ofPage ?? []), 'react@19']));
});

/** SQLite takes the statements of Postgres, but for the names of values. */
const program = `
import { DatabaseSync } from 'node:sqlite';
import { seenIn } from './seen-ids.mjs';

const database = new DatabaseSync(':memory:');
database.exec(${JSON.stringify(inLanguage(page, 'sql'))});
const query = async (statement, values) => ({ rows: database.prepare(statement.replaceAll('$', '?')).all(...values) });
const seen = seenIn({ query });
const claims = [await seen.claim('a'), await seen.claim('a')];
await seen.release('a');
claims.push(await seen.claim('a'));
await seen.complete('a');
claims.push(await seen.claim('b'));
database.exec('UPDATE webhook_ids SET claimed_at = claimed_at - 300001');
claims.push(await seen.claim('a'), await seen.claim('b'), await seen.claim('b'));
console.log(claims.join(' '));
`;

test('the store of ids claims each id once, and again after a failure or a crash', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'seen-ids-'));
  try {
    writeFileSync(path.join(folder, 'seen-ids.mjs'), stripTypeScriptTypes(programsOf(page)[0] ?? ''));
    writeFileSync(path.join(folder, 'program.mjs'), program);
    const { stdout } = await promisify(execFile)(process.execPath, ['program.mjs'], { cwd: folder });
    expect(stdout).toBe('claimed busy claimed claimed done claimed busy\n');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
