import type { Stage, StageChoice } from './stage.ts';

export type OpenStage = (choice: StageChoice, stateFile: string) => Promise<Stage>;

/** Loads the SDK only when a command is run, so that help is printed at once. */
export const openStage: OpenStage = async (choice, stateFile) => {
  if (choice !== 'local') return (await import('./deployed-stage.ts')).openDeployedStage(choice);
  return (await import('./local-stage.ts')).openLocalStage(stateFile);
};
