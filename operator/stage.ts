import type { Logs } from './logs.ts';
import type { StageCloud } from './stage-cloud.ts';
import type { CommandResult } from './function-answer.ts';

export const stages = ['local', 'staging', 'production'] as const;
export type StageChoice = (typeof stages)[number];

/** The command that deploys a stage. */
export const deployCommand = (stage: Exclude<StageChoice, 'local'>): string => `npm run deploy -- --stage ${stage}`;

/** An operator function that can be asked. */
export interface CommandRunner {
  /** @throws Failure when the service refuses the command, can't be reached or fails */
  run(command: string, input: Readonly<Record<string, unknown>>, signal?: AbortSignal): Promise<CommandResult>;
}

/** A stage whose operator function can be asked, and whose logs can be read. */
export interface Stage extends CommandRunner {
  readonly logs: Logs;
  readonly cloud: StageCloud;
}
