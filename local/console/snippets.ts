/** Shell commands with credentials. */

export interface Caller {
  readonly apiUrl: string;
  readonly apikey: string;
  readonly apiKey: string;
}

/** Quotes a text for a POSIX shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

const headers = ({ apikey, apiKey }: Caller): string =>
  ` \\\n  -H ${quoted(`apikey: ${apikey}`)} \\\n  -H ${quoted(`Authorization: Bearer ${apiKey}`)}`;

export const queryCommand = (caller: Caller, route: string): string =>
  `curl -s ${quoted(`${caller.apiUrl}?route=${route}`)}${headers(caller)}`;

/** @param body of the call, without its route */
export const postCommand = (caller: Caller, route: string, body: object): string =>
  `curl -s ${quoted(caller.apiUrl)}${headers(caller)} \\\n  -H 'content-type: application/json' \\\n  -d ${quoted(
    JSON.stringify({ route, ...body }),
  )}`;

/** Two calls: only the second one causes an event. */
export const eventCommand = (caller: Caller): string =>
  ['Café Aurora', 'Café Borealis']
    .map((name) =>
      postCommand(caller, 'upsert-partner-customer', { external_customer_id: 'renamed', customer_name: name }),
    )
    .join('\n');

export const lineCommand = (caller: Caller): string =>
  [
    postCommand(caller, 'upsert-partner-customer', { external_customer_id: 'with-line', customer_name: 'Café Corona' }),
    postCommand(caller, 'create-customer-instance', { external_customer_id: 'with-line', instance_key: 'first-line' }),
  ].join('\n');

/** @param phoneNumberId of a connected instance */
export const reportCommand = (caller: Caller, phoneNumberId: string): string =>
  ['sent', 'delivered', 'read']
    .map((status) =>
      postCommand(caller, 'report-partner-message-status', {
        phone_number_id: phoneNumberId,
        message_id: 'first-message',
        status,
      }),
    )
    .join('\n');
