import * as z from 'zod/mini';
import type { PlatformClient, PlatformRequest } from './client.ts';
import { openText } from './open-text.ts';
import { asApp, type PlatformApp } from './sign-up.ts';

/** What the Graph API tells of the app itself. Every call only reads. */

/** The app's own webhook, which gets what is no callback of a number's override. */
export interface AppWebhook {
  readonly callbackUrl: string | null;
  readonly active: boolean;
  readonly fields: readonly string[];
}

export interface AppPermission {
  readonly permission: string;
  /** An open string, such as `live`. */
  readonly status: string | null;
}

const read = <Answer>(
  client: PlatformClient,
  app: PlatformApp,
  edge: string,
  { query, answer }: Pick<PlatformRequest<Answer>, 'query' | 'answer'>,
): Promise<Answer> =>
  client.call({
    method: 'GET',
    path: `/${app.id}${edge}`,
    ...(query !== undefined && { query }),
    ...asApp(app),
    retry: 'safe',
    answer,
  });

/** https://developers.facebook.com/docs/graph-api/reference/application @throws PlatformError */
export const readAppName = async (client: PlatformClient, app: PlatformApp): Promise<string | null> =>
  (await read(client, app, '', { query: { fields: 'name' }, answer: z.object({ name: openText }) })).name;

/** The reference has names, the guide to the edge objects with a name and a version. */
const Field = z.union([
  z.string(),
  z.pipe(
    z.object({ name: z.string() }),
    z.transform(({ name }) => name),
  ),
]);

const Subscriptions = z.object({
  data: z.array(
    z.object({
      object: z.string(),
      callback_url: openText,
      active: z._default(z.boolean(), true),
      fields: z._default(z.array(Field), []),
    }),
  ),
});

/**
 * The app's webhook for business accounts; null when it has none.
 * https://developers.facebook.com/docs/graph-api/reference/app/subscriptions @throws PlatformError
 */
export const readAppWebhook = async (client: PlatformClient, app: PlatformApp): Promise<AppWebhook | null> => {
  const { data } = await read(client, app, '/subscriptions', { answer: Subscriptions });
  const found = data.find(({ object }) => object === 'whatsapp_business_account');
  return found === undefined ? null : { callbackUrl: found.callback_url, active: found.active, fields: found.fields };
};

/** An app has some dozens of permissions. */
const mostPermissions = '200';

const Permissions = z.object({ data: z.array(z.object({ permission: z.string(), status: openText })) });

/**
 * The permissions that the platform approved for the app.
 * https://developers.facebook.com/docs/graph-api/reference/application/permissions @throws PlatformError
 */
export const readAppPermissions = async (client: PlatformClient, app: PlatformApp): Promise<readonly AppPermission[]> =>
  (await read(client, app, '/permissions', { query: { limit: mostPermissions }, answer: Permissions })).data;
