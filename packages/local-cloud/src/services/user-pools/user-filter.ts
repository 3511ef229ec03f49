import { invalidParameter } from './errors.ts';
import { attributeOf, type PoolUser } from './users.ts';

/** The attributes that users can be searched by: https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_ListUsers.html */
const valueOf = (user: PoolUser, attribute: string): string | undefined => {
  switch (attribute) {
    case 'username':
      return user.Username;
    case 'cognito:user_status':
      return user.UserStatus.toLowerCase();
    case 'status':
      return user.Enabled ? 'Enabled' : 'Disabled';
    case 'email':
    case 'phone_number':
    case 'name':
    case 'given_name':
    case 'family_name':
    case 'preferred_username':
    case 'sub':
      return attributeOf(user, attribute);
    default:
      throw invalidParameter(`Invalid search attribute: ${attribute}`);
  }
};

const grammar = /^\s*"?([\w:]+)"?\s*(\^?=)\s*"((?:[^"\\]|\\.)*)"\s*$/;

/**
 * The filter of `ListUsers`: `attribute = "value"`, or `^=` for what begins with the value. An empty one selects everybody.
 * @param caseSensitive whether the pool compares the names of users with regard to case
 * @throws AwsError InvalidParameterException
 */
export const userFilter = (source: string, caseSensitive: boolean): ((user: PoolUser) => boolean) => {
  if (source.trim() === '') return () => true;
  const [, attribute, operator, escaped] = grammar.exec(source) ?? [];
  if (attribute === undefined || escaped === undefined) throw invalidParameter('Error while parsing filter.');
  const anyCase =
    attribute === 'cognito:user_status' || (!caseSensitive && (attribute === 'email' || attribute === 'username'));
  const fold = (text: string): string => (anyCase ? text.toLowerCase() : text);
  const wanted = fold(escaped.replace(/\\(.)/g, '$1'));
  return (user) => {
    const value = valueOf(user, attribute);
    if (value === undefined) return false;
    return operator === '=' ? fold(value) === wanted : fold(value).startsWith(wanted);
  };
};
