import type { StageConfig } from './stages.ts';

/** The account of a stage's stacks, as far as it is given; else they stand in that of the credentials. */
export const accountOf = (stage: StageConfig): { readonly account?: string } =>
  stage.name === 'local' || stage.account === undefined ? {} : { account: stage.account };
