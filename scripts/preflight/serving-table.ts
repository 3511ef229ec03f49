import { DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { missing, ok } from './item.ts';
import type { Check } from './subject.ts';

const name = 'table';

/** Whether this checkout knows the table that the stage serves from: an older one would switch back. */
export const servingTable: Check = {
  name,
  actions: ['cloudformation:DescribeStacks'],
  look: async ({ stage, clients, stack }) => {
    if (stack === null) return [];
    const { Stacks: stacks = [] } = await clients.cloudFormation.send(
      new DescribeStacksCommand({ StackName: stack.name }),
    );
    const outputs = stacks.flatMap(({ Outputs = [] }) => Outputs);
    const deployed = Number(outputs.find(({ OutputKey }) => OutputKey === 'TableGeneration')?.OutputValue ?? 1);
    const { serving } = stage.tables;
    if (deployed <= serving) return [ok(name, `generation ${String(serving)} serves`)];
    return [
      missing(
        name,
        `generation ${String(deployed)} serves; lib/stage-tables.json says ${String(serving)}, and would switch back`,
        'Bring lib/stage-tables.json up to the commit of the last restore.',
      ),
    ];
  },
};
