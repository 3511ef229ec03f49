import { quoted } from '../shell-quote.ts';
import type { DescribedPartner, StackDescription } from '../state-file.ts';

/** A call of a control API. */
export const postCommand = (url: string, body: object): string =>
  `curl -s ${quoted(url)} -d ${quoted(JSON.stringify(body))}`;

export const deleteCommand = (url: string): string => `curl -s -X DELETE ${quoted(url)}`;

/** Sets the variables of docs/partners/quickstart.md for a partner. */
export const shellVariables = (
  {
    api_url: apiUrl,
    console_url: consoleUrl,
    apikey,
    receiver,
  }: Pick<StackDescription, 'api_url' | 'console_url' | 'apikey' | 'receiver'>,
  partner: Pick<DescribedPartner, 'api_key' | 'webhook_secret'>,
): string =>
  Object.entries({
    DOCS_URL: `${consoleUrl}docs/`,
    API_URL: apiUrl,
    APIKEY: apikey,
    PARTNER_KEY: partner.api_key,
    WEBHOOK_SECRET: partner.webhook_secret,
    INBOX_URL: receiver.inbox_url,
  })
    .map(([name, value]) => `export ${name}=${quoted(value)}`)
    .join('\n');
