import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { hasCommand } from '../../tools/harness/has-command.ts';
import { npm, npmCommand } from '../../tools/packages/npm.ts';
import { inLanguage, programsOf, snippetsOf } from '../docs/guide.ts';
import { installCurl } from '../docs/install-curl.ts';
import { startDescribedStack, type DescribedStack } from '../../tools/harness/described-stack.ts';
import { asNode20 } from '../docs/as-node-20.ts';

const run = promisify(execFile);
let whole: DescribedStack;
let docs: string;
/** An empty folder of a partner, outside of this project. */
let folder: string;

beforeAll(async () => {
  whole = await startDescribedStack();
  docs = `${whole.stack.description.console_url}docs/`;
  // The site is built when it is first asked for.
  expect((await fetch(`${docs}packages.html`)).status).toBe(200);
});
afterAll(() => whole.stop());
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'partner-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

const environment = () => ({
  PATH: process.env['PATH'],
  HOME: folder,
  API_URL: whole.stack.description.api_url,
  APIKEY: whole.stack.description.apikey,
  PARTNER_KEY: whole.partner.api_key,
  WEBHOOK_SECRET: whole.partner.webhook_secret,
  INBOX_URL: whole.stack.description.receiver.inbox_url,
});

/** The addresses of files in the commands of a page. */
const addressesIn = (page: string): readonly string[] =>
  snippetsOf(page).flatMap(({ text }) =>
    Array.from(text.matchAll(/"\$\{DOCS_URL\}(packages\/[^"]+)"/g), ([, file = '']) => `${docs}${file}`),
  );

const tarball = (page: string, name: string): string => {
  const found = addressesIn(page).find((address) => address.includes(name));
  if (found === undefined) throw new Error(`docs/${page} does not name ${name}`);
  return found;
};

/** The quickstart, but how to read the variables from a checkout. */
const quickstart = snippetsOf('partners/quickstart.md').filter(({ text }) => !text.includes('.local/stack.json'));

describe('the quickstart verifies its event from an empty folder', () => {
  beforeEach(async () => {
    // So that the change of each language is one.
    const customer = { external_customer_id: 'quickstart', customer_name: 'Bakery Noon' };
    await whole.command('POST', 'upsert-partner-customer', customer);
    await fetch(whole.stack.description.receiver.inbox_url, { method: 'DELETE' });
  });

  const verifies = async (language: string, play: () => Promise<string>): Promise<void> => {
    const begun = performance.now();
    const said = await play();
    console.log(`quickstart in ${language}: ${((performance.now() - begun) / 1000).toFixed(1)} s`);
    expect(said).toMatch(/\bverified service.partner.customer.updated\n$/);
  };

  test('in TypeScript, with nothing but the file of the client', async () => {
    const [program = ''] = programsOf(quickstart);
    await verifies('TypeScript', async () => {
      await npm(folder, 'install', '--no-audit', '--no-fund', tarball('partners/quickstart.md', 'client'));
      writeFileSync(path.join(folder, 'quickstart.mjs'), program);
      const asOld = ['--import', asNode20, 'quickstart.mjs'];
      const { stdout } = await run(process.execPath, asOld, { cwd: folder, env: environment() });
      return stdout;
    });
  });

  test('in Python, with nothing', async () => {
    if (!(await hasCommand('python3'))) {
      console.log('skipped: the quickstart in Python, which is not installed');
      return;
    }
    await verifies('Python', async () => {
      writeFileSync(path.join(folder, 'quickstart.py'), inLanguage(quickstart, 'python'));
      return (await run('python3', ['quickstart.py'], { cwd: folder, env: environment() })).stdout;
    });
  });

  test('in a shell, with curl and Node.js', async () => {
    const tools = mkdtempSync(path.join(tmpdir(), 'tools-'));
    const env = { ...environment(), PATH: `${installCurl(tools)}:${process.env['PATH'] ?? ''}` };
    await verifies(
      'a shell',
      async () => (await run('sh', ['-euc', inLanguage(quickstart, 'sh')], { cwd: folder, env })).stdout,
    );
    rmSync(tools, { recursive: true });
  });
});

test('every file that the page of packages has in a command or in its table is there', async () => {
  const named = [...addressesIn('partners/packages.md'), ...addressesIn('partners/listening.md')];
  expect(named.length).toBeGreaterThan(3);
  for (const address of named) expect([address, (await fetch(address)).status]).toEqual([address, 200]);
});

test('the client for Python is installed from its file', async () => {
  if (!(await hasCommand('python3', ['-m', 'pip', '--version']))) {
    console.log('skipped: the wheel, because there is no Python with pip');
    return;
  }
  const wheel = tarball('partners/packages.md', '.whl');
  await run('python3', ['-m', 'pip', 'install', '--quiet', '--no-deps', '--no-index', '--target', 'lib', wheel], {
    cwd: folder,
    env: environment(),
  });
  const { stdout } = await run(
    'python3',
    ['-c', 'import importlib.metadata as m; print(m.version("swift-worker-client"))'],
    {
      cwd: folder,
      env: { ...environment(), PYTHONPATH: path.join(folder, 'lib') },
    },
  );
  expect(wheel).toContain(`-${stdout.trim()}-`);
});

/** `npx` with the file of `listen`, as the page says. */
const npx = (...words: readonly string[]) => {
  const [command, first] = npmCommand();
  const { APIKEY, PARTNER_KEY, API_URL, ...others } = environment();
  const keys = {
    SWIFT_WORKER_API_URL: API_URL,
    SWIFT_WORKER_PUBLISHABLE_KEY: APIKEY,
    SWIFT_WORKER_PARTNER_KEY: PARTNER_KEY,
  };
  const file = tarball('partners/listening.md', 'listen');
  return spawn(command, [...first, 'exec', '--yes', '--', file, ...words], {
    cwd: folder,
    env: { ...others, ...keys, NODE_OPTIONS: `--import ${asNode20}` },
    detached: true,
  });
};

test('npx runs listen from its file, which prints the chosen events as JSON', async () => {
  const child = npx('--events', 'service.partner.customer.updated', '--print-json');
  const bodies = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const said = createInterface({ input: child.stderr })[Symbol.asyncIterator]();
  for (let line = await said.next(); !line.value?.includes('Ctrl-C ends'); line = await said.next()) {
    if (line.done === true) throw new Error('listen ended');
  }
  const customer = { external_customer_id: 'outside', customer_name: 'One' };
  await whole.command('POST', 'upsert-partner-customer', customer);
  await whole.command('POST', 'upsert-partner-customer', { ...customer, customer_name: 'Two' });
  const { value } = await bodies.next();
  expect(JSON.parse(value ?? '')).toMatchObject({
    type: 'service.partner.customer.updated',
    data: { customer: { external_customer_id: 'outside', customer_name: 'Two' } },
  });
  // As Ctrl-C does: npm and the program get it.
  const ended = once(child, 'exit');
  process.kill(-(child.pid ?? 0), 'SIGINT');
  await ended;
});
