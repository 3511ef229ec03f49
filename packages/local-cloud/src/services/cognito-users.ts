import type { Context } from 'cognito-local/lib/services/context.js';
import type { Services as CognitoServices } from 'cognito-local/lib/services/index.js';
import { attributeValue } from 'cognito-local/lib/services/userPoolService.js';
import type { Directory } from './sign-in/directory.ts';

interface CognitoUsers {
  readonly list: Directory['users'];
  readonly issue: Directory['issue'];
  /** The user has signed in, and needs no first password any more. */
  readonly signedIn: (clientId: string, username: string) => Promise<void>;
}

const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1);

/** The enabled users of the pool of a client, and their tokens. */
export const cognitoUsers = ({ cognito, tokenGenerator }: CognitoServices, context: Context): CognitoUsers => ({
  list: async (clientId) => {
    const pool = await cognito.getUserPoolForClientId(context, clientId);
    return (await pool.listUsers(context))
      .filter(({ Enabled }) => Enabled)
      .toSorted((one, other) => one.UserCreateDate.getTime() - other.UserCreateDate.getTime())
      .map(({ Username, Attributes }) => ({
        username: Username,
        email: attributeValue('email', Attributes) ?? Username,
      }))
      .toSorted((one, other) => domainOf(one.email).localeCompare(domainOf(other.email)));
  },
  issue: async (clientId, username) => {
    const pool = await cognito.getUserPoolForClientId(context, clientId);
    const client = await cognito.getAppClient(context, clientId);
    const user = await pool.getUserByUsername(context, username);
    if (client === null || user?.Enabled !== true) return undefined;
    const groups = await pool.listUserGroupMembership(context, user);
    const tokens = await tokenGenerator.generate(context, user, groups, client, undefined, 'HostedAuth');
    return { idToken: tokens.IdToken, accessToken: tokens.AccessToken };
  },
  signedIn: async (clientId, username) => {
    const pool = await cognito.getUserPoolForClientId(context, clientId);
    const user = await pool.getUserByUsername(context, username);
    if (user?.UserStatus === 'FORCE_CHANGE_PASSWORD')
      await pool.saveUser(context, { ...user, UserStatus: 'CONFIRMED' });
  },
});
