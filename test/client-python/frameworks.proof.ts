import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { hasCommand } from '../../tools/harness/has-command.ts';
import { packWheel } from '../../tools/packages/wheel.ts';
import { allRight, playProgram } from '../client/receiver-program.ts';
import { endpoint } from '../client/receiver-requests.ts';
import { inLanguage, programsOf, snippetsOf } from '../docs/guide.ts';

const run = promisify(execFile);
const programs = path.join(import.meta.dirname, 'frameworks');

/** Debian has `ensurepip`, which an environment needs, in a package of its own. */
const canInstall = 'import ensurepip, sys, venv; assert sys.version_info >= (3, 10)';
const { PYTHON: base = 'python3' } = process.env;

const frameworks = [
  ['Flask', 'with_flask.py'],
  ['WSGI', 'with_wsgi.py'],
  ['FastAPI', 'with_fastapi.py'],
  ['Django', 'with_django.py'],
] as const;

let folder = '';
let python = '';
/** What the machine lacks; null when it has all. */
let lack: string | null = null;

const packages = ['flask', 'fastapi', 'uvicorn', 'django', 'django-stubs', 'mypy'];
const quiet = ['-q', '--disable-pip-version-check', '--no-compile', '--prefer-binary', '--retries', '1'];

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'frameworks-'));
  if (!(await hasCommand(base, ['-c', canInstall]))) {
    lack = 'Python 3.10 with venv';
    return;
  }
  await run(base, ['-m', 'venv', 'environment'], { cwd: folder });
  python = path.join(folder, 'environment/bin/python');
  if (!(await hasCommand(python, ['-m', 'pip', 'install', ...quiet, ...packages]))) {
    lack = 'index of Python packages';
    return;
  }
  await run(python, ['-m', 'pip', 'install', ...quiet, path.join(folder, await packWheel(folder))]);
});
afterAll(() => rm(folder, { recursive: true }));

const canRun = (what: string): boolean => {
  if (lack !== null) console.log(`skipped: ${what}, because there is no ${lack}`);
  return lack === null;
};

describe('an endpoint in Python, installed in an empty folder', () => {
  test.each(frameworks)('receives all with %s', async (name, file) => {
    if (!canRun(`an endpoint with ${name}`)) return;
    const environment = {
      PYTHONDONTWRITEBYTECODE: '1',
      PYTHONIOENCODING: 'utf-8',
      SECRET: endpoint.secret,
      WEBHOOK_URL: endpoint.webhookUrl,
      VERIFY_TOKEN: endpoint.verifyToken,
    };
    const program = { command: python, args: [path.join(programs, file)], folder, environment };
    expect(await playProgram(program)).toEqual(allRight);
  });

  test('is typed by mypy, strictly', async () => {
    if (!canRun('the types of endpoints in Python')) return;
    const files = ['endpoint.py', ...frameworks.map(([, file]) => file)];
    const { stdout } = await run(python, ['-m', 'mypy', '--strict', '--cache-dir=/dev/null', ...files], {
      cwd: programs,
    });
    expect(stdout).toContain('Success: no issues found');
  });

  test('has the store of ids that the guide shows', async () => {
    if (!canRun('the store of ids in Python')) return;
    const page = snippetsOf('partners/receivers.md');
    const [store = ''] = programsOf(page, 'python').filter((text) => text.startsWith('# seen_ids.py'));
    await writeFile(path.join(folder, 'seen_ids.py'), store);
    await writeFile(path.join(folder, 'ids.sql'), inLanguage(page, 'sql'));
    const { stdout } = await run(python, ['-c', claims], { cwd: folder });
    expect(stdout).toBe('claimed busy claimed claimed done claimed busy\n');
  });
});

/** A failure gives an id back, and so does a crash, five minutes later. */
const claims = `
import sqlite3
from seen_ids import SeenInSql
database = sqlite3.connect("ids.sqlite", isolation_level=None)
database.executescript(open("ids.sql").read())
seen = SeenInSql("ids.sqlite")
said = [seen.claim("a"), seen.claim("a")]
seen.release("a")
said.append(seen.claim("a"))
seen.complete("a")
said.append(seen.claim("b"))
database.execute("UPDATE webhook_ids SET claimed_at = claimed_at - 300001")
print(*said, seen.claim("a"), seen.claim("b"), seen.claim("b"))
`;
