import type { StageStack } from '../../lib/stage-stacks.ts';
import type { DeployedStage } from '../../lib/stages.ts';
import type { Clients } from './clients.ts';
import type { DeployedStack } from './deployed-stack.ts';
import { warning, type Item } from './item.ts';

/** A stack of the stage, as its region has it. */
export interface StackSubject {
  readonly planned: StageStack;
  /** Those of the stack's region. */
  readonly clients: Clients;
  /** Null before the first deployment. */
  readonly stack: DeployedStack | null;
}

/** What is checked. */
export interface Subject {
  readonly stage: DeployedStage;
  /** Those of the stage's region. */
  readonly clients: Clients;
  readonly clientsIn: (region: string) => Clients;
  /** The service's stack; null before the first deployment. */
  readonly stack: DeployedStack | null;
  /** All stacks of the stage, in the order of their deployment. */
  readonly stacks: readonly StackSubject[];
}

export interface Check {
  readonly name: string;
  /** The IAM actions that the check needs. */
  readonly actions: readonly string[];
  readonly look: (subject: Subject) => Promise<readonly Item[]>;
}

/** @param what of the check could not be checked, where it is not all of it */
export const unknown = ({ name, actions }: Pick<Check, 'name' | 'actions'>, error: unknown, what?: string): Item => {
  const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return warning(
    name,
    `${what === undefined ? '' : `${what} `}could not be checked (${reason})`,
    `Allow ${actions.join(', ')} to the role that deploys, or see the error of AWS above.`,
  );
};
