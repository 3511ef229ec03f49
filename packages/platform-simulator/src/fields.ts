import { invalidParameter } from './errors.ts';
import { textOf } from './simulator.ts';
import type { GraphCall } from './simulator.ts';

/**
 * A node with its id and the fields that `fields=a,b` names; without `fields`, its `defaults`. A field is computed only
 * when it is requested.
 */
export function selectFields(
  call: GraphCall,
  nodeType: string,
  node: ReadonlyMap<string, () => unknown>,
  defaults: readonly string[],
): Record<string, unknown> {
  const asked = textOf(call, 'fields');
  const names = asked === undefined || asked === '' ? defaults : fieldNames(asked);
  const selected: Record<string, unknown> = {};
  for (const name of [...names, 'id']) {
    const value = node.get(name);
    if (value === undefined) {
      throw invalidParameter(`Tried accessing nonexisting field (${name}) on node type (${nodeType})`);
    }
    const worked = value();
    if (worked !== undefined) selected[name] = worked;
  }
  return selected;
}

/** `a,b{c,d},e.limit(3)` → a, b, e: for a sub-selection the whole field is returned. */
function fieldNames(text: string): string[] {
  let depth = 0;
  let flat = '';
  for (const character of text) {
    if (character === '{' || character === '(') depth += 1;
    if (depth === 0) flat += character;
    if (character === '}' || character === ')') depth -= 1;
  }
  return flat
    .split(',')
    .map((name) => name.trim().replace(/\..*$/, ''))
    .filter((name) => name !== '');
}
