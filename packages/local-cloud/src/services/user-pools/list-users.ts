import { z } from 'zod';
import { userType } from './administration.ts';
import { invalidParameter, readInput } from './errors.ts';
import type { Operation } from './operation.ts';
import type { Pools } from './pools.ts';
import { userFilter } from './user-filter.ts';
import type { PoolUser } from './users.ts';

const pageSize = 60;

const listing = z.object({
  UserPoolId: z.string(),
  Filter: z.string().max(256).default(''),
  Limit: z.number().int().min(0).max(pageSize).default(pageSize),
  AttributesToGet: z.array(z.string()).optional(),
  PaginationToken: z.string().min(1).optional(),
});

/** The user that a page ended with. Users who are deleted meanwhile leave its place. */
const position = z.tuple([z.number(), z.string()]);
type Position = z.infer<typeof position>;

const positionOf = ({ UserCreateDate, Username }: PoolUser): Position => [UserCreateDate.getTime(), Username];

const isAfter = ([time, name]: Position, [otherTime, otherName]: Position): boolean =>
  time > otherTime || (time === otherTime && name > otherName);

const readPosition = (token: string | undefined): Position => {
  if (token === undefined) return [Number.NEGATIVE_INFINITY, ''];
  try {
    return position.parse(JSON.parse(Buffer.from(token, 'base64url').toString()));
  } catch {
    throw invalidParameter('Invalid pagination token.');
  }
};

/** `ListUsers`: https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_ListUsers.html */
export const listUsers =
  (pools: Pools): Operation =>
  (input) => {
    const asked = readInput(listing, input);
    const { users, settings } = pools.get(asked.UserPoolId);
    const after = readPosition(asked.PaginationToken);
    const found = users
      .all()
      .filter(userFilter(asked.Filter, settings.caseSensitive))
      .toSorted((one, other) => (isAfter(positionOf(one), positionOf(other)) ? 1 : -1))
      .filter((user) => isAfter(positionOf(user), after));
    // A limit of 0 is none.
    const page = found.slice(0, asked.Limit === 0 ? pageSize : asked.Limit);
    const last = page.at(-1);
    const wanted = asked.AttributesToGet;
    const shown = ({ Attributes, ...user }: PoolUser): object =>
      userType({
        ...user,
        Attributes: wanted === undefined ? Attributes : Attributes.filter(({ Name }) => wanted.includes(Name)),
      });
    const token =
      last === undefined || page.length === found.length
        ? undefined
        : Buffer.from(JSON.stringify(positionOf(last))).toString('base64url');
    return Promise.resolve({ Users: page.map(shown), PaginationToken: token });
  };
