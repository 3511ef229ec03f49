import { GetEmailIdentityCommand, NotFoundException } from '@aws-sdk/client-sesv2';
import type { Clients } from './clients.ts';
import { missing, ok, type Item } from './item.ts';
import type { Check } from './subject.ts';

const name = 'mail identity';

/** Whether SES has verified a domain. */
const look = async (ses: Clients['ses'], region: string, domain: string): Promise<Item> => {
  const create = `aws sesv2 create-email-identity --region ${region} --email-identity ${domain}`;
  const see = `aws sesv2 get-email-identity --region ${region} --email-identity ${domain}`;
  try {
    const identity = await ses.send(new GetEmailIdentityCommand({ EmailIdentity: domain }));
    return identity.VerifiedForSendingStatus === true
      ? ok(name, `SES has verified ${domain}`)
      : missing(name, `SES has not verified ${domain}`, `Create the DNS records of its DKIM tokens: ${see}`);
  } catch (error) {
    if (!(error instanceof NotFoundException)) throw error;
    return missing(
      name,
      `SES does not know ${domain} in ${region}`,
      `${create}; then the DNS records of its DKIM tokens`,
    );
  }
};

/** Whether SES has verified the domains of `members.mail` and `noticesFrom`: without that, Cognito and SES refuse them as senders. */
export const mailIdentity: Check = {
  name,
  actions: ['ses:GetEmailIdentity'],
  look: ({ clients, stage: { region, members, noticesFrom } }) => {
    const domains = new Set([members.mail, noticesFrom].flatMap((mail) => mail?.domain ?? []));
    return Promise.all(Array.from(domains, (domain) => look(clients.ses, region, domain)));
  },
};
