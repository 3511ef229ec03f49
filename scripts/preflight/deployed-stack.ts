import {
  DescribeStacksCommand,
  paginateListStackResources,
  type StackResourceSummary,
} from '@aws-sdk/client-cloudformation';
import type { DeployedStage } from '../../lib/stages.ts';
import { isUnknownStack } from '../stage/unknown-stack.ts';
import type { Clients } from './clients.ts';

export interface DeployedStack {
  readonly name: string;
  readonly status: string;
  /** The physical id of a resource; null when the stack does not have it. */
  readonly physicalId: (logicalId: string) => string | null;
  /** The physical ids of a type. */
  readonly ofType: (type: string) => readonly string[];
}

export const stackNameOf = (stage: DeployedStage): string => `swift-worker-${stage.name}`;

const statusOf = async ({ cloudFormation }: Clients, name: string): Promise<string | null> => {
  try {
    const { Stacks: [stack] = [] } = await cloudFormation.send(new DescribeStacksCommand({ StackName: name }));
    return stack?.StackStatus ?? null;
  } catch (error) {
    if (isUnknownStack(error)) return null;
    throw error;
  }
};

/** The stage's stack; null when there is none. */
export const findStack = async (clients: Clients, stage: DeployedStage): Promise<DeployedStack | null> => {
  const name = stackNameOf(stage);
  const status = await statusOf(clients, name);
  if (status === null) return null;
  const resources: StackResourceSummary[] = [];
  for await (const page of paginateListStackResources({ client: clients.cloudFormation }, { StackName: name })) {
    resources.push(...(page.StackResourceSummaries ?? []));
  }
  return {
    name,
    status,
    physicalId: (logicalId) =>
      resources.find(({ LogicalResourceId }) => LogicalResourceId === logicalId)?.PhysicalResourceId ?? null,
    ofType: (type) =>
      resources.flatMap(({ ResourceType, PhysicalResourceId }) =>
        ResourceType === type && PhysicalResourceId !== undefined ? [PhysicalResourceId] : [],
      ),
  };
};
