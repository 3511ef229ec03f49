import { GetCallerIdentityCommand } from '@aws-sdk/client-sts';
import type { DeployedStage } from '../../lib/stages.ts';
import type { Clients } from './clients.ts';
import { missing, ok, type Item } from './item.ts';

export interface Caller {
  /** Null when the credentials are invalid or of another account. Then no other check can run. */
  readonly accountId: string | null;
  readonly items: readonly Item[];
}

const refused = (error: unknown): Item => {
  const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return missing(
    'credentials',
    `the AWS credentials do not work (${reason})`,
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
      `The credentials are of the account ${accountId}. If it is the account of ${stage.name}, set ${place}.`,
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
      `the credentials are of the account ${accountId}, but the stage ${stage.name} is in ${stage.account}`,
      `Use credentials of ${stage.account}, for example with AWS_PROFILE=NAME in front of the command.`,
    );
  }
  return ok('account', `${accountId} is the account of ${stage.name}`);
};

/** The account of the credentials, and whether it is the account of the stage. */
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
