import type { StageStack } from '../../lib/stage-stacks.ts';
import type { DeployedStage } from '../../lib/stages.ts';
import type { Clients } from './clients.ts';
import type { DeployedStack } from './deployed-stack.ts';
import type { Item } from './item.ts';

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
