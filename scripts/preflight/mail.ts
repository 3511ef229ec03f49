import { DescribeUserPoolCommand } from '@aws-sdk/client-cognito-identity-provider';
import { GetAccountCommand } from '@aws-sdk/client-sesv2';
import { ok, warning, type Item } from './item.ts';
import type { Check } from './subject.ts';

const name = 'mail';

/** A day, from Cognito's own sender: https://docs.aws.amazon.com/cognito/latest/developerguide/quotas.html */
const mailsOfCognito = 50;

/** Whether the mails to members leave: invitations, codes. */
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
          `Mend the e-mail settings of the user pool ${poolId}; https://docs.aws.amazon.com/cognito/latest/developerguide/user-pool-email.html`,
        ),
      ];
    }
    if (UserPool?.EmailConfiguration?.EmailSendingAccount !== 'DEVELOPER') {
      return [ok(name, `Cognito's own sender, ${mailsOfCognito} mails a day at most; the SES sandbox does not matter`)];
    }
    const { ProductionAccessEnabled: open = false } = await clients.ses.send(new GetAccountCommand());
    if (open) return [ok(name, 'SES, out of its sandbox')];
    return [
      warning(
        name,
        `the user pool sends by SES, which is in its sandbox: only verified addresses get mails`,
        `Ask for production access: aws sesv2 put-account-details --region ${stage.region} --production-access-enabled --mail-type TRANSACTIONAL --website-url URL; https://docs.aws.amazon.com/ses/latest/dg/request-production-access.html`,
      ),
    ];
  },
};
