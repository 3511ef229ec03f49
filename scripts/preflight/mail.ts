import { DescribeUserPoolCommand, type UserPoolType } from '@aws-sdk/client-cognito-identity-provider';
import { GetAccountCommand } from '@aws-sdk/client-sesv2';
import type { Clients } from './clients.ts';
import { ok, warning, type Item } from './item.ts';
import type { Check } from './subject.ts';

const name = 'mail';

/** The daily limit of Cognito's own sender: https://docs.aws.amazon.com/cognito/latest/developerguide/quotas.html */
const mailsOfCognito = 50;

/** What hinders Cognito from sending, or makes it send too few. */
const ofPool = (poolId: string, pool: UserPoolType | undefined): Item | null => {
  if (pool?.EmailConfigurationFailure !== undefined) {
    return warning(
      name,
      `Cognito can't send mails: ${pool.EmailConfigurationFailure}`,
      `Correct the e-mail settings of the user pool ${poolId}; https://docs.aws.amazon.com/cognito/latest/developerguide/user-pool-email.html`,
    );
  }
  if (pool?.EmailConfiguration?.EmailSendingAccount === 'DEVELOPER') return null;
  return warning(
    name,
    `Cognito's own sender sends at most ${mailsOfCognito} mails a day for the whole stage, invitations and codes of all partners together; then invitations and password resets fail until the next day`,
    `Set members.mail of the stage in lib/stages.ts and deploy, so that SES sends; docs/operations/deploying.md#mail-to-members`,
  );
};

/** Whether SES sends to anybody. */
const ofSes = async (ses: Clients['ses'], region: string): Promise<Item> => {
  const { ProductionAccessEnabled: open = false } = await ses.send(new GetAccountCommand());
  if (open) return ok(name, 'SES, not in the sandbox');
  return warning(
    name,
    `the stage sends by SES, which is in the sandbox: only verified addresses get mails`,
    `Ask for production access: aws sesv2 put-account-details --region ${region} --production-access-enabled --mail-type TRANSACTIONAL --website-url URL; https://docs.aws.amazon.com/ses/latest/dg/request-production-access.html`,
  );
};

/** Whether mails to members can be sent: invitations, codes and, with `noticesFrom`, notifications. */
export const mail: Check = {
  name,
  actions: ['cognito-idp:DescribeUserPool', 'ses:GetAccount'],
  look: async ({ clients, stage, stack }): Promise<readonly Item[]> => {
    const poolId = stack?.physicalId('UserPool') ?? null;
    const pool =
      poolId === null ? null : await clients.cognito.send(new DescribeUserPoolCommand({ UserPoolId: poolId }));
    const hindrance = poolId === null || pool === null ? null : ofPool(poolId, pool.UserPool);
    const isBySes = (pool !== null && hindrance === null) || stage.noticesFrom !== undefined;
    return [...(hindrance === null ? [] : [hindrance]), ...(isBySes ? [await ofSes(clients.ses, stage.region)] : [])];
  },
};
