import { GetOpenIDConnectProviderCommand, NoSuchEntityException, type IAMClient } from '@aws-sdk/client-iam';
import { ok, warning } from './item.ts';
import type { Check } from './subject.ts';

const name = 'identity provider';
const issuer = 'token.actions.githubusercontent.com';

/** The stage whose stack made the provider, '' for none; null without a provider. */
const makerOf = async (iam: IAMClient, account: string): Promise<string | null> => {
  const arn = `arn:aws:iam::${account}:oidc-provider/${issuer}`;
  try {
    const { Tags: tags = [] } = await iam.send(new GetOpenIDConnectProviderCommand({ OpenIDConnectProviderArn: arn }));
    const isOurs = tags.some(({ Key: key, Value: value }) => key === 'service' && value === 'swift-worker');
    return isOurs ? (tags.find(({ Key: key }) => key === 'stage')?.Value ?? '') : '';
  } catch (error) {
    if (error instanceof NoSuchEntityException) return null;
    throw error;
  }
};

/** Whether the account has GitHub's provider, of which there is one, as the stage says. The stack of the role is deployed by hand. */
export const identityProvider: Check = {
  name,
  actions: ['iam:GetOpenIDConnectProvider'],
  look: async ({ clients, stage }) => {
    const { delivery, account } = stage;
    if (delivery === undefined || account === undefined) return [];
    const maker = await makerOf(clients.iam, account);
    const set = (value: string): string => `Set delivery.identityProvider in lib/stages.ts to '${value}'.`;
    const fails = `the stack ${stage.name}-delivery can't be deployed`;
    if (delivery.identityProvider === 'new' && maker !== null && maker !== stage.name) {
      return [warning(name, `the account has a provider of GitHub already, so ${fails}`, set('existing'))];
    }
    if (delivery.identityProvider === 'existing' && maker === stage.name) {
      const deletes = `${stage.name}-delivery has the provider of GitHub: its next deployment would delete it, and the role can't be assumed`;
      return [warning(name, deletes, set('new'))];
    }
    if (delivery.identityProvider === 'existing' && maker === null) {
      return [warning(name, `the account has no provider of GitHub, so the role can't be assumed`, set('new'))];
    }
    return [ok(name, 'the provider of GitHub is as the stage says')];
  },
};
