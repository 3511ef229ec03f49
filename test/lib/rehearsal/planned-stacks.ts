import { Template } from 'aws-cdk-lib/assertions';
import { Stack, Stage } from 'aws-cdk-lib/core';
import { z } from 'zod';
import type { DeployedStage } from '../../../lib/stages.ts';
import { withApp } from '../../../tools/harness/synthesised.ts';
import { usesOf, type Use } from './limits.ts';

const resource = z.object({
  Type: z.string(),
  Properties: z.record(z.string(), z.unknown()).default({}),
  DeletionPolicy: z.string().optional(),
  UpdateReplacePolicy: z.string().optional(),
});
export type Resource = Readonly<z.infer<typeof resource>>;

const document = z.object({ Resources: z.record(z.string(), resource) });

/** A stack as the stage's deployment finds it in the assembly. */
export interface PlannedStack {
  readonly name: string;
  readonly region: string;
  readonly resources: Readonly<Record<string, Resource>>;
  readonly uses: readonly Use[];
}

/** All stacks of a stage, that of its role too, in the order of their deployment. */
export const plannedStacksOf = (stage: DeployedStage): readonly PlannedStack[] =>
  withApp((app) => {
    const scope = Stage.of(app.addStage(stage));
    if (scope === undefined) throw new Error('the stack is in no stage');
    const delivery = app.addDelivery(stage);
    const order = scope.synth().stacks.map(({ stackName }) => stackName);
    const stacks = scope.node.findAll().filter((one) => one instanceof Stack);
    const inOrder = stacks.toSorted((one, other) => order.indexOf(one.stackName) - order.indexOf(other.stackName));
    return [...(delivery === null ? [] : [delivery]), ...inOrder].map((stack) => {
      const template = Template.fromStack(stack).toJSON();
      const { stackName: name, region } = stack;
      return { name, region, resources: document.parse(template).Resources, uses: usesOf(name, template) };
    });
  });
