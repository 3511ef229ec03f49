import type { CommandResult } from './function-answer.ts';

export const stages = ['local', 'staging', 'production'] as const;
export type StageChoice = (typeof stages)[number];

/** The command that deploys a stage. */
export const deployCommand = (stage: Exclude<StageChoice, 'local'>): string => `npm run deploy -- --stage ${stage}`;

/** A stage, with its operator function. */
export interface Stage {
  /** @throws Failure when the service refuses the command, can't be reached or fails */
  run(command: string, input: Readonly<Record<string, unknown>>): Promise<CommandResult>;
}
