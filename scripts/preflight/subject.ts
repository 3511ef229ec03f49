import type { DeployedStage } from '../../lib/stages.ts';
import type { Clients } from './clients.ts';
import type { DeployedStack } from './deployed-stack.ts';
import type { Item } from './item.ts';

/** What is checked. */
export interface Subject {
  readonly stage: DeployedStage;
  readonly clients: Clients;
  /** The stage's stack; null before the first deployment. */
  readonly stack: DeployedStack | null;
}

export interface Check {
  readonly name: string;
  /** The IAM actions that the check needs. */
  readonly actions: readonly string[];
  readonly look: (subject: Subject) => Promise<readonly Item[]>;
}
