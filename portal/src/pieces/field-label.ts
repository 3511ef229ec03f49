import type { Texts } from '../texts/texts.ts';

/** What the forms call a field of the interface; its own name when no form has it. */
export const fieldLabel = ({ connectPage, customers, lines, team, webhook, words }: Texts, field: string): string => {
  switch (field) {
    case 'customer_name':
      return customers.name;
    case 'customer_email':
      return customers.email;
    case 'customer_phone':
      return customers.phone;
    case 'external_customer_id':
      return customers.externalId;
    case 'metadata':
      return customers.metadata;
    case 'customer_id':
    case 'partner_customer_id':
    case 'target_customer_id':
      return customers.one;
    case 'instance_key':
      return lines.key;
    case 'instance_name':
      return lines.label;
    case 'ttl_hours':
      return lines.hours;
    case 'display_name':
      return connectPage.name;
    case 'logo_url':
      return connectPage.logo;
    case 'color':
      return connectPage.color;
    case 'privacy_url':
      return connectPage.privacy;
    case 'webhook_url':
      return webhook.url;
    case 'platform_verify_token':
      return webhook.token;
    case 'email':
      return team.email;
    case 'role':
      return team.role;
    case 'scopes':
      return team.scopes;
    case 'expires_at':
      return team.validity;
    case 'reason':
      return words.reason;
    case 'search':
      return words.search;
    default:
      return field;
  }
};
