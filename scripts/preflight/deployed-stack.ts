import {
  DescribeStacksCommand,
  paginateListStackResources,
  type Stack,
  type StackResourceSummary,
} from '@aws-sdk/client-cloudformation';
import { isUnknownStack } from '../stage/unknown-stack.ts';
import type { Clients } from './clients.ts';

export interface DeployedStack {
  readonly name: string;
  readonly status: string;
  /** The physical id of a resource; null when the stack does not have it. */
  readonly physicalId: (logicalId: string) => string | null;
  /** The physical ids of a type. */
  readonly ofType: (type: string) => readonly string[];
  /** The value of an output; null when the stack does not have it. */
  readonly output: (key: string) => string | null;
}

const describeStack = async ({ cloudFormation }: Clients, name: string): Promise<Stack | null> => {
  try {
    const { Stacks: [stack] = [] } = await cloudFormation.send(new DescribeStacksCommand({ StackName: name }));
    return stack ?? null;
  } catch (error) {
    if (isUnknownStack(error)) return null;
    throw error;
  }
};

/** The stack of that name in the clients' region; null when there is none. */
export const findStack = async (clients: Clients, name: string): Promise<DeployedStack | null> => {
  const stack = await describeStack(clients, name);
  if (stack?.StackStatus === undefined) return null;
  const resources: StackResourceSummary[] = [];
  for await (const page of paginateListStackResources({ client: clients.cloudFormation }, { StackName: name })) {
    resources.push(...(page.StackResourceSummaries ?? []));
  }
  return {
    name,
    status: stack.StackStatus,
    output: (key) => stack.Outputs?.find(({ OutputKey }) => OutputKey === key)?.OutputValue ?? null,
    physicalId: (logicalId) =>
      resources.find(({ LogicalResourceId }) => LogicalResourceId === logicalId)?.PhysicalResourceId ?? null,
    ofType: (type) =>
      resources.flatMap(({ ResourceType, PhysicalResourceId }) =>
        ResourceType === type && PhysicalResourceId !== undefined ? [PhysicalResourceId] : [],
      ),
  };
};
