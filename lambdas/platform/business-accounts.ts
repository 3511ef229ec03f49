import * as z from 'zod/mini';
import type { WabaAccess } from './callbacks.ts';
import type { PlatformClient } from './client.ts';
import { isTransient, PlatformError } from './errors.ts';
import { openText } from './open-text.ts';

/** The name of a business account. @throws PlatformError */
export const readWabaName = async (client: PlatformClient, { wabaId, token }: WabaAccess): Promise<string | null> => {
  const { name } = await client.call({
    method: 'GET',
    path: `/${wabaId}`,
    query: { fields: 'name' },
    token,
    wabaId,
    retry: 'safe',
    answer: z.object({ name: openText }),
  });
  return name;
};

/** Whether the platform refused because of what the token may see: another object may still be read with it. */
export const isUnreadable = (error: unknown): boolean =>
  error instanceof PlatformError && (error.kind === 'gone' || error.kind === 'permission');

/**
 * The portfolio of the customer that gave a token to the app.
 * https://developers.facebook.com/documentation/facebook-login/facebook-login-for-business/conversions-api-integration-template
 * @returns null when the platform does not tell: it refuses the field for some valid tokens
 * @throws PlatformError that is transient
 */
const readPortfolio = async (client: PlatformClient, token: string): Promise<string | null> => {
  try {
    const { client_business_id: id } = await client.call({
      method: 'GET',
      path: '/me',
      query: { fields: 'client_business_id' },
      token,
      wabaId: null,
      retry: 'safe',
      answer: z.object({ client_business_id: openText }),
    });
    return id;
  } catch (error) {
    if (!(error instanceof PlatformError) || isTransient(error)) throw error;
    return null;
  }
};

const Accounts = z.object({ data: z.array(z.object({ id: z.string() })) });

/** @returns none when the token may not read the list @throws PlatformError of any other kind */
const listAccounts = async (
  client: PlatformClient,
  token: string,
  portfolioId: string,
  edge: string,
): Promise<readonly string[]> => {
  try {
    const { data } = await client.call({
      method: 'GET',
      path: `/${portfolioId}/${edge}`,
      query: { fields: 'id', sort: 'creation_time_descending' },
      token,
      wabaId: null,
      retry: 'safe',
      answer: Accounts,
    });
    return data.map(({ id }) => id);
  } catch (error) {
    if (isUnreadable(error)) return [];
    throw error;
  }
};

/**
 * The newest business accounts of the customer's portfolio, for a token that does not name those it is valid for.
 * https://developers.facebook.com/documentation/business-messaging/whatsapp/solution-providers/manage-accounts
 * @param portfolioId null: the token's own
 * @throws PlatformError
 */
export const listPortfolioWabas = async (
  client: PlatformClient,
  token: string,
  portfolioId: string | null,
): Promise<readonly string[]> => {
  const portfolio = portfolioId ?? (await readPortfolio(client, token));
  if (portfolio === null) return [];
  const edges = ['owned_whatsapp_business_accounts', 'client_whatsapp_business_accounts'];
  const lists = await Promise.all(edges.map((edge) => listAccounts(client, token, portfolio, edge)));
  return [...new Set(lists.flat())];
};
