import * as z from 'zod/mini';
import type { Caller, Given, Ground } from './ground.ts';

const made = z.object({ id: z.string() });
const listed = z.object({ items: z.array(z.object({ customer_id: z.string() })) });

/** The id of what a call made, by its field in the body. */
export const idIn = (body: Given, field: string): string => made.parse(body[field]).id;

/** A customer that a partner has. @returns its id */
export const listedCustomer = async (ground: Ground, as: Caller): Promise<string> =>
  listed.parse(await ground.call('list-partner-customers', { page_size: 1 }, as)).items[0]?.customer_id ?? '';

export const contact = {
  customer_name: 'Café Müller & Söhne GmbH',
  customer_email: 'einkauf@mueller-soehne.example',
  customer_phone: '+49 30 901820 44',
  metadata: { plan: 'gold', region: 'berlin' },
};

/** Creates a customer with contact data and two history entries. */
export const customerWithHistory = async (ground: Ground) => {
  const external_customer_id = ground.fresh();
  const customer_id = await ground.customer({ external_customer_id });
  const { customer_email, customer_phone } = contact;
  await ground.call('update-partner-customer', { customer_id, changes: { customer_email, customer_phone } });
  return { customer_id, external_customer_id };
};

/** Parameters of a call that sets the endpoint. */
export const endpointGiven = (ground: Ground): Given => {
  const { url, verifyToken } = ground.endpoint();
  return { webhook_url: url, platform_verify_token: verifyToken };
};

/** Sets the bare partner's endpoint, which starts a migration. */
export const setEndpoint = (ground: Ground): Promise<Given> =>
  ground.call('update-partner-webhook-endpoint', endpointGiven(ground), 'bare');

/** Parameters of a report about a message of its own. */
export const reportGiven = async (ground: Ground, status: string): Promise<Given> => ({
  phone_number_id: await ground.reportingNumber(),
  message_id: `wamid.${ground.fresh()}`,
  status,
  occurred_at: ground.now() / 1000,
});

/** Sends the partner these events beside those that everyone gets. */
export const subscribe = (ground: Ground, event_types: readonly string[]): Promise<Given> =>
  ground.call('update-partner-webhook-event-types', { event_types });

/** Creates a customer with so many instances. @returns its id */
export const customerWithLines = async (ground: Ground, count: number): Promise<string> => {
  const customerId = await ground.customer();
  await ground.lines(customerId, count);
  return customerId;
};

/** Rows of an import, each of a new customer. */
export const importRows = (ground: Ground, count: number): readonly Given[] =>
  Array.from({ length: count }, () => ({ external_customer_id: ground.fresh(), ...contact }));

/** Parameters of a call that gives the hosted page another name. */
export const connectPageGiven = (ground: Ground): Given => ({
  display_name: `Acme ${ground.fresh()}`,
  color: '#1a73e8',
});

/** Sets what the bare partner's hosted page shows, with a logo. */
export const setConnectPage = (ground: Ground): Promise<Given> =>
  ground.call(
    'update-partner-connect-page',
    { ...connectPageGiven(ground), color: '#0b57d0', logo_url: ground.logo },
    'bare',
  );
