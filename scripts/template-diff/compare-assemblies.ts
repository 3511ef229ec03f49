import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { stacksIn } from './assembly-stacks.ts';

const cdk = path.join(import.meta.dirname, '../../node_modules/aws-cdk/bin/cdk');

/** Characters of one stack. The summary of a job has a megabyte: https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands#step-isolation-and-limits */
const longest = 80_000;

/** The CDK compares a template with one stack at a time. */
const differencesOf = async (head: string, stack: string, template: string): Promise<string> => {
  const args = [cdk, 'diff', '--no-color', '--app', head, '--template', template, stack];
  const { stdout, stderr } = await promisify(execFile)(process.execPath, args, { maxBuffer: 64 * 1024 * 1024 });
  return `${stdout}${stderr}`.slice(0, longest);
};

/** The differences of all stacks of two assemblies, as Markdown; also of those that only one of them has. */
export const compareAssemblies = async (base: string, head: string): Promise<string> => {
  const before = stacksIn(base);
  const after = stacksIn(head);
  const folder = mkdtempSync(path.join(tmpdir(), 'template-diff-'));
  const nothing = path.join(folder, 'nothing.template.json');
  writeFileSync(nothing, '{}');
  const parts: string[] = [];
  try {
    for (const stack of [...new Set([...before.keys(), ...after.keys()])].toSorted()) {
      const text = after.has(stack)
        ? `\`\`\`\n${await differencesOf(head, stack, before.get(stack) ?? nothing)}\n\`\`\``
        : 'The stack is not in the app any more. `cdk destroy` removes what stands of it.';
      parts.push(`## ${stack}${before.has(stack) ? '' : ', new'}\n\n${text}\n`);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  return parts.join('\n');
};
