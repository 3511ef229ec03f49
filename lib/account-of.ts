import type { StageConfig } from './stages.ts';

/** The account of a stage's stacks. Without it they are deployed to the account of the credentials. */
export const accountOf = (stage: StageConfig): { readonly account?: string } =>
  stage.name === 'local' || stage.account === undefined ? {} : { account: stage.account };
