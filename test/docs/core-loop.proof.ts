import { execFile, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { z } from 'zod';
import { writeStateFile } from '../../local/state-file.ts';
import { control } from '../../tools/harness/stack-scene.ts';
import { until } from '../../tools/harness/whole-stack.ts';
import { packClient } from '../../tools/packages/pack-client.ts';
import { findPython } from '../client-python/find-python.ts';
import { freePort } from './guide-endpoint.ts';
import { inLanguage, snippetsOf } from './guide.ts';
import { playCustomer, startGuideScene, startProgram, type GuideScene } from './guide-scene.ts';

const run = promisify(execFile);
const root = path.join(import.meta.dirname, '../..');
const page = snippetsOf('partners/core-loop.md');
/** The variables, then the commands of curl: the endpoint, a customer, its line, and the health. */
const [variables = '', endpoint = '', line = '', health = ''] = page.flatMap(({ language, text }) =>
  language === 'sh' ? [text] : [],
);
let scene: GuideScene;

beforeAll(async () => {
  scene = await startGuideScene();
  await packClient(path.join(scene.directory, 'node_modules/@swift-worker/client'));
  mkdirSync(path.join(scene.directory, '.local'));
  writeStateFile(path.join(scene.directory, '.local/stack.json'), scene.whole.stack.description);
});
afterAll(() => scene.stop());

const shell = async (commands: string, env: NodeJS.ProcessEnv): Promise<string> =>
  (await run('sh', ['-euc', commands], { cwd: scene.directory, env })).stdout;

const python = await findPython();
if (python === null) console.log('skipped: the core loop in Python, because there is no Python 3.10 with httpx');
const programs = [
  ['JavaScript', 'js', process.execPath, 'core-loop.mjs'],
  ...(python === null ? [] : [['Python', 'python', python, 'core_loop.py'] as const]),
] as const;

const counts = z.object({ health: z.object({ counts: z.record(z.string(), z.number()) }) });
const moved = z.object({ migration: z.object({ id: z.string(), status: z.string() }) });
const lines = z.object({ items: z.array(z.object({ platform_phone_number_id: z.string() })) });

test.each(programs)('in %s what comes is answered once, also after a crash', async (_, language, command, file) => {
  const folder = path.join(scene.directory, language);
  mkdirSync(folder);
  const { PATH = '' } = scene.environment();
  const inTerminal = () => shell(`${variables}\nnode -p 'JSON.stringify(process.env)'`, { PATH });
  const printed = await inTerminal();
  expect(await inTerminal()).toBe(printed);
  const given = z.record(z.string(), z.string()).parse(JSON.parse(printed));
  const port = String(await freePort(language.length));
  const env = {
    ...given,
    WEBHOOK_URL: given['WEBHOOK_URL']?.replace('3000', port) ?? '',
    PYTHONPATH: path.join(root, 'packages/client-python/src'),
    PYTHONUNBUFFERED: '1',
  };
  // Beside the client, with a queue of its own.
  const program = inLanguage(page, language).replace('work.db', path.join(folder, 'work.db'));
  writeFileSync(path.join(scene.directory, file), program);
  let said = '';
  const start = (): ChildProcess => {
    const child = startProgram(command, [path.join(scene.directory, file)], env);
    child.stdout?.on('data', (chunk: Buffer) => (said += chunk.toString()));
    return child;
  };
  const says = (wanted: string) =>
    until(
      () => Promise.resolve(said),
      (words) => words.includes(wanted),
    );
  const { whole } = scene;
  const write = (message: object): Promise<void> => control(whole, { message });
  const listens = () =>
    until(
      () => fetch(`http://127.0.0.1:${port}/`).catch(() => null),
      (answer) => answer !== null,
    );

  let child = start();
  await listens();
  const { migration } = moved.parse(JSON.parse(await shell(endpoint, env)));
  await until(
    () => whole.query('get-partner-webhook-migration', { migration_id: migration.id }),
    ({ body }) => moved.parse(body).migration.status === 'completed',
  );
  await playCustomer(await shell(line, env));
  const { body } = await whole.query('list-partner-instances', { status: 'connected' });
  const phone_number_id = lines.parse(body).items.at(0)?.platform_phone_number_id ?? '';
  const twice = { phone_number_id, id: `wamid.${language}-twice` };
  await write(twice);
  await write(twice);
  await says(`answered ${twice.id}`);
  await until(
    async () => counts.parse(JSON.parse(await shell(health, env))).health.counts,
    ({ read = 0 }) => read > 0,
  );

  await control(whole, { fault: { path: `/${phone_number_id}/messages`, status: 500 } });
  const late = { phone_number_id, id: `wamid.${language}-late` };
  await write(late);
  child.kill('SIGKILL');
  await once(child, 'exit');
  await control(whole, { clear: true });
  child = start();
  await says(`answered ${late.id}`);
  await listens();
  expect(said.match(/^answered .*$/gm)).toEqual([`answered ${twice.id}`, `answered ${late.id}`]);
  child.kill('SIGKILL');
  await once(child, 'exit');
});
