import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterEach, describe, expect, test } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { hasCommand } from '../../tools/harness/has-command.ts';
import { findPython } from './find-python.ts';

const run = promisify(execFile);
const programs = path.join(import.meta.dirname, 'frameworks');
const client = path.join(import.meta.dirname, '../../packages/client-python/src');
const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const address = '/hooks/2f9cb36d71a94e0d8c550a1b2c3d4e5f';
const event = '{"id": "e", "type": "service.partner.of_a_later_version",  "name": "Café 東京"}';

const python = await findPython();
const environment = { ...process.env, PYTHONPATH: client, PYTHONDONTWRITEBYTECODE: '1' };

const has = async (...packages: readonly string[]): Promise<boolean> =>
  python !== null && hasCommand(python, ['-c', `import ${packages.join(', ')}`]);

const frameworks = [
  ['Flask', 'with_flask.py', await has('flask')],
  ['FastAPI', 'with_fastapi.py', await has('fastapi', 'uvicorn')],
  ['Django', 'with_django.py', await has('django')],
] as const;
const hasStubs =
  python !== null && (await hasCommand(python, ['-c', "import importlib.metadata as m; m.version('django-stubs')"]));
/** The programs whose frameworks have types here. Those of Django are in a package of their own. */
const typed = frameworks.filter(([name, , isThere]) => isThere && (name !== 'Django' || hasStubs));

const signed = (body: string): Record<string, string> => {
  const at = new Date();
  return {
    'Webhook-Id': 'e',
    'Webhook-Timestamp': String(Math.floor(at.getTime() / 1000)),
    'Webhook-Signature': new Webhook(secret).sign('e', at, body),
    'X-Hub-Signature-256': 'sha256=00',
  };
};
const { 'Webhook-Id': _, ...withoutId } = signed(event);

const requests = [
  ['an event of the service', address, event, signed(event), [200, 'service.partner.of_a_later_version']],
  ['a changed body', address, `${event} `, signed(event), [400, 'no signature is valid']],
  ['no id, and no signature of the platform', address, event, {}, [400, 'there is no signature']],
  ['a callback of the platform', address, event, withoutId, [200, 'callback']],
  ['a callback at another address', '/hooks/other', event, withoutId, [400, 'the address is not that of the endpoint']],
] as const;

let child: ChildProcess | null = null;
afterEach(async () => {
  if (child?.exitCode === null && child.signalCode === null) {
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }
  child = null;
});

/** @returns the address at which the program listens */
const start = async (file: string): Promise<string> => {
  const started = spawn(python ?? '', [path.join(programs, file)], {
    env: { ...environment, SECRET: secret },
    // The servers log each request there.
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child = started;
  const said = text(started.stderr);
  for await (const line of createInterface({ input: started.stdout })) {
    if (line.startsWith('port ')) return `http://127.0.0.1:${line.slice('port '.length)}`;
  }
  throw new Error(`${file} ended: ${await said}`);
};

describe('an endpoint in Python', () => {
  test.each(frameworks)('verifies what it gets from %s: headers, raw body and address', async (name, file, isThere) => {
    if (!isThere) {
      console.log(`skipped: an endpoint with ${name}, because Python does not have it`);
      return;
    }
    const base = await start(file);
    for (const [what, place, body, headers, expected] of requests) {
      const answer = await fetch(base + place, { method: 'POST', headers, body });
      expect([what, answer.status, await answer.text()]).toEqual([what, ...expected]);
    }
  });

  test('is typed by mypy, strictly, for each framework with types', async () => {
    if (!(await has('mypy')) || typed.length === 0) {
      console.log('skipped: the types of endpoints in Python, because there is no mypy');
      return;
    }
    const files = ['endpoint.py', ...typed.map(([, file]) => file)];
    const { stdout } = await run(python ?? '', ['-m', 'mypy', '--strict', '--cache-dir=/dev/null', ...files], {
      cwd: programs,
      env: environment,
    });
    expect(stdout).toContain('Success: no issues found');
  });
});
