import { missing, ok } from './item.ts';
import type { Check } from './subject.ts';

const name = 'table';

/** Whether this checkout knows the table that the stage serves from: an older one would switch back. */
export const servingTable: Check = {
  name,
  actions: ['cloudformation:DescribeStacks'],
  look: ({ stage, stack }) => {
    if (stack === null) return Promise.resolve([]);
    const deployed = Number(stack.output('TableGeneration') ?? 1);
    const { serving } = stage.tables;
    if (deployed <= serving) return Promise.resolve([ok(name, `generation ${String(serving)} serves`)]);
    return Promise.resolve([
      missing(
        name,
        `generation ${String(deployed)} serves; lib/stage-tables.json says ${String(serving)}, and would switch back`,
        'Bring lib/stage-tables.json up to the commit of the last restore.',
      ),
    ]);
  },
};
