import type { CommandResult } from './function-answer.ts';

export const stages = ['local', 'staging', 'production'] as const;
export type StageChoice = (typeof stages)[number];

/** A stage whose operator function can be asked. */
export interface Stage {
  /** @throws Failure when the service refuses the command, can't be reached or fails */
  run(command: string, input: Readonly<Record<string, unknown>>): Promise<CommandResult>;
}

export type OpenStage = (choice: StageChoice, stateFile: string) => Promise<Stage>;

/** Loads the SDK only when a stage is asked, so that help comes at once. */
export const openStage: OpenStage = async (choice, stateFile) => {
  if (choice !== 'local') return (await import('./deployed-stage.ts')).openDeployedStage(choice);
  return (await import('./local-stage.ts')).openLocalStage(stateFile);
};
