import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Item } from '../../lambdas/store/table/table.ts';
import { writingProblems } from './item-problems.ts';
import { itemKinds } from '../../tools/stored-forms/item-kinds.ts';
import { itemsByKind } from '../../tools/stored-forms/written-items.ts';

describe('what every command and every worker writes', () => {
  let items: ReadonlyMap<string, readonly Item[]>;
  beforeAll(async () => {
    items = await itemsByKind();
  });

  it.each(itemKinds)('has the attributes of the newest version: %s', (kind) => {
    expect(writingProblems(kind, items.get(kind))).toEqual([]);
  });
});
