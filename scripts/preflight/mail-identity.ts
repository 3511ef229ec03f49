import { GetEmailIdentityCommand, NotFoundException } from '@aws-sdk/client-sesv2';
import { missing, ok } from './item.ts';
import type { Check } from './subject.ts';

const name = 'mail identity';

/** Whether SES has verified the domain of `members.mail`: without that, Cognito refuses it as a sender. */
export const mailIdentity: Check = {
  name,
  actions: ['ses:GetEmailIdentity'],
  look: async ({ clients, stage: { region, members } }) => {
    if (members.mail === null) return [];
    const { domain } = members.mail;
    const create = `aws sesv2 create-email-identity --region ${region} --email-identity ${domain}`;
    const see = `aws sesv2 get-email-identity --region ${region} --email-identity ${domain}`;
    try {
      const identity = await clients.ses.send(new GetEmailIdentityCommand({ EmailIdentity: domain }));
      return [
        identity.VerifiedForSendingStatus === true
          ? ok(name, `SES has verified ${domain}`)
          : missing(name, `SES has not verified ${domain}`, `Create the DNS records of its DKIM tokens: ${see}`),
      ];
    } catch (error) {
      if (!(error instanceof NotFoundException)) throw error;
      return [
        missing(name, `SES does not know ${domain} in ${region}`, `${create}; then the DNS records of its DKIM tokens`),
      ];
    }
  },
};
