import { DescribeUserPoolCommand } from '@aws-sdk/client-cognito-identity-provider';
import { GetAccountCommand } from '@aws-sdk/client-sesv2';
import { ok, warning, type Item } from './item.ts';
import type { Check } from './subject.ts';

const name = 'mail';

/** The daily limit of Cognito's own sender: https://docs.aws.amazon.com/cognito/latest/developerguide/quotas.html */
const mailsOfCognito = 50;

/** Whether mails to members (invitations and codes) can be sent. */
export const mail: Check = {
  name,
  actions: ['cognito-idp:DescribeUserPool', 'ses:GetAccount'],
  look: async ({ clients, stage, stack }): Promise<readonly Item[]> => {
    const poolId = stack?.physicalId('UserPool') ?? null;
    if (poolId === null) return [];
    const { UserPool } = await clients.cognito.send(new DescribeUserPoolCommand({ UserPoolId: poolId }));
    if (UserPool?.EmailConfigurationFailure !== undefined) {
      return [
        warning(
          name,
          `Cognito can't send mails: ${UserPool.EmailConfigurationFailure}`,
          `Correct the e-mail settings of the user pool ${poolId}; https://docs.aws.amazon.com/cognito/latest/developerguide/user-pool-email.html`,
        ),
      ];
    }
    if (UserPool?.EmailConfiguration?.EmailSendingAccount !== 'DEVELOPER') {
      return [
        warning(
          name,
          `Cognito's own sender sends at most ${mailsOfCognito} mails a day for the whole stage, invitations and codes of all partners together; then invitations and password resets fail until the next day`,
          `Set members.mail of the stage in lib/stages.ts and deploy, so that SES sends; docs/operations/deploying.md#mail-to-members`,
        ),
      ];
    }
    const { ProductionAccessEnabled: open = false } = await clients.ses.send(new GetAccountCommand());
    if (open) return [ok(name, 'SES, not in the sandbox')];
    return [
      warning(
        name,
        `the user pool sends by SES, which is in the sandbox: only verified addresses get mails`,
        `Ask for production access: aws sesv2 put-account-details --region ${stage.region} --production-access-enabled --mail-type TRANSACTIONAL --website-url URL; https://docs.aws.amazon.com/ses/latest/dg/request-production-access.html`,
      ),
    ];
  },
};
