import { GetCallerIdentityCommand } from '@aws-sdk/client-sts';
import type { DeployedStage } from '../../lib/stages.ts';
import type { Clients } from './clients.ts';
import { missing, ok, type Item } from './item.ts';

export interface Caller {
  /** Null when it is not the account of the stage, or nobody's: nothing else can be looked at then. */
  readonly accountId: string | null;
  readonly items: readonly Item[];
}

const refused = (error: unknown): Item => {
  const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return missing(
    'credentials',
    `AWS does not say who you are (${reason})`,
    'Sign in (aws sso login --profile NAME) and put AWS_PROFILE=NAME in front of the command.',
  );
};

const accountItem = (stage: DeployedStage, stages: readonly DeployedStage[], accountId: string): Item => {
  const place = `account: '${accountId}' in lib/stages.ts`;
  const shared = stages.find((other) => other.name !== stage.name && other.account === stage.account);
  if (stage.account === undefined) {
    return missing(
      'account',
      `the stage ${stage.name} names no account`,
      `If ${accountId}, which these credentials are of, is the account of ${stage.name}: set ${place}.`,
    );
  }
  if (shared !== undefined) {
    return missing(
      'account',
      `${stage.name} and ${shared.name} name the same account, ${stage.account}`,
      'Give each stage an account of its own in lib/stages.ts.',
    );
  }
  if (stage.account !== accountId) {
    return missing(
      'account',
      `the credentials are of the account ${accountId}, the stage ${stage.name} stands in ${stage.account}`,
      `Use credentials of ${stage.account}, such as AWS_PROFILE=NAME in front of the command.`,
    );
  }
  return ok('account', `${accountId} is the account of ${stage.name}`);
};

/** Who calls, and whether it is in the account of the stage. */
export const identify = async (
  { sts }: Clients,
  stage: DeployedStage,
  stages: readonly DeployedStage[],
): Promise<Caller> => {
  try {
    const { Account: accountId, Arn: arn } = await sts.send(new GetCallerIdentityCommand());
    if (accountId === undefined || arn === undefined) throw new Error('the answer names no account');
    const account = accountItem(stage, stages, accountId);
    const isOther = stage.account !== undefined && stage.account !== accountId;
    return { accountId: isOther ? null : accountId, items: [ok('credentials', arn), account] };
  } catch (error) {
    return { accountId: null, items: [refused(error)] };
  }
};
