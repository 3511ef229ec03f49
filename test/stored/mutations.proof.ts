import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { z } from 'zod';
import { linkPackages } from '../../tools/harness/link-packages.ts';
import { mutations } from './mutations.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const copied = ['lambdas', 'tools', 'scripts', 'operator', 'local', 'lib', 'packages', 'test', 'package.json'];

/** Prints the problems of every form. */
const script = `
  const { problemsOf } = await import('./test/stored/problems.ts');
  const { storedForms } = await import('./tools/stored-forms/forms.ts');
  console.log(JSON.stringify(storedForms.flatMap((form) => problemsOf(form).map((problem) => [form.name, problem]))));
`;

const printed = z.array(z.tuple([z.string(), z.string()]));

let copy: string;
beforeAll(async () => {
  copy = await mkdtemp(path.join(tmpdir(), 'stored-'));
  for (const name of copied) await cp(path.join(root, name), path.join(copy, name), { recursive: true });
  await linkPackages(root, copy);
});
afterAll(() => rm(copy, { recursive: true }));

const problems = async (): Promise<z.infer<typeof printed>> => {
  const args = ['--input-type=module', '--eval', script];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: copy, maxBuffer: 2 ** 26 });
  return printed.parse(JSON.parse(stdout));
};

it('the sources as they are have no problem', async () => {
  expect(await problems()).toEqual([]);
});

it.each(mutations)('is told which version to add: $what', async ({ file, from, to, form }) => {
  const place = path.join(copy, file);
  const text = await readFile(place, 'utf8');
  expect(text).toContain(from);
  await writeFile(
    place,
    text.replace(from, () => to),
  );
  try {
    const found = await problems();
    if (form === null) expect(found).toEqual([]);
    else {
      const [, problem] = found.find(([name]) => name === form) ?? [];
      expect(problem).toMatch(new RegExp(`add version \\d+ of ${form}|add a case of version \\d+`));
    }
  } finally {
    await writeFile(place, text);
  }
});
