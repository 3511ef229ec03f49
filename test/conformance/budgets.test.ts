import { describe, expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { functionLoads, operationLoads, type Load } from '../../tools/loads.ts';

const budget = z.object({ kilobytes: z.number(), modules: z.number() });
type Budget = z.output<typeof budget>;

const budgets = z
  .object({ functions: z.record(z.string(), budget), operations: z.record(z.string(), budget) })
  .parse(JSON.parse(readFileSync(path.join(import.meta.dirname, 'budgets.json'), 'utf8')));

const largest = 5;

/** Each file that is loaded, who requires it, and its largest modules. */
const shown = ({ files }: Load): string =>
  files
    .map(({ name, bytes, modules }) => {
      const by = files.filter((file) => file.name !== 'index.js' && file.requires.includes(name));
      const most = modules.toSorted((one, other) => other.characters - one.characters).slice(0, largest);
      const parts = most.map(({ source, characters }) => `    ${source} (${characters})`);
      const required = by.length === 0 ? 'at once' : `required by ${by.map((file) => file.name).join(', ')}`;
      return [`  ${name}, ${bytes} bytes, ${modules.length} modules, ${required}`, ...parts].join('\n');
    })
    .join('\n');

/** Undefined within the budget. */
const excessOf = (name: string, load: Load, most: Budget | undefined): string | undefined => {
  if (most !== undefined && load.kilobytes <= most.kilobytes && load.modules <= most.modules) return undefined;
  const allowed = most === undefined ? 'and has no budget' : `beyond ${most.kilobytes} KB and ${most.modules} modules`;
  return (
    `${name} loads ${load.kilobytes} KB and ${load.modules} modules, ${allowed}.\n${shown(load)}\n` +
    'Load later what few calls need, or write the new budgets with: node tools/loads.ts'
  );
};

const excesses = (loads: ReadonlyMap<string, Load>, of: Readonly<Record<string, Budget>>): string =>
  Array.from(loads, ([name, load]) => excessOf(name, load, of[name]))
    .filter((excess) => excess !== undefined)
    .join('\n\n');

describe('the budget of what is loaded', () => {
  test('holds for the start of each function', () => {
    const loads = functionLoads();
    expect(excesses(loads, budgets.functions)).toBe('');
    expect(Object.keys(budgets.functions)).toEqual(Array.from(loads.keys()));
  });

  test('holds for the first call of each route', () => {
    const loads = operationLoads();
    expect(excesses(loads, budgets.operations)).toBe('');
    expect(Object.keys(budgets.operations)).toEqual(Array.from(loads.keys()));
  });

  test('is at most 480 KB for a route', () => {
    const most = Math.max(...Array.from(operationLoads().values(), ({ kilobytes }) => kilobytes));
    expect(most).toBeLessThanOrEqual(480);
  });
});
