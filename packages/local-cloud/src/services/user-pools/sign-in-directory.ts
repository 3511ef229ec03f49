import type { Directory } from '../sign-in/directory.ts';
import type { Pools } from './pools.ts';
import { attributeOf } from './users.ts';

const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1);

/** What the managed login asks of the pools. @param issue new tokens of a user */
export const signInDirectory = (pools: Pools, issue: Directory['issue']): Directory => ({
  clients: () => pools.all().flatMap(({ clients }) => clients),
  users: (clientId) =>
    Promise.resolve(
      (pools.findClient(clientId)?.pool.users.all() ?? [])
        .filter(({ Enabled }) => Enabled)
        .map((user) => ({ username: user.Username, email: attributeOf(user, 'email') ?? user.Username }))
        .toSorted((one, other) => domainOf(one.email).localeCompare(domainOf(other.email))),
    ),
  issue: async (clientId, username) => {
    const tokens = await issue(clientId, username);
    const users = pools.findClient(clientId)?.pool.users;
    const user = users?.find(username);
    // The managed login has users choose a password before their first tokens. Here it asks for none.
    if (tokens !== undefined && user?.UserStatus === 'FORCE_CHANGE_PASSWORD')
      await users?.replace({ ...user, UserStatus: 'CONFIRMED' });
    return tokens;
  },
});
