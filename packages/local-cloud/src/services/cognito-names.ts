import { z } from 'zod';

const named = z.looseObject({
  UserPoolId: z.string().optional(),
  Username: z.string().optional(),
  UserAttributes: z.array(z.looseObject({ Name: z.string(), Value: z.string().optional() })).optional(),
});

/**
 * A request with the name of its user in lower case, and the user's e-mail address, when the pool compares names without regard to case.
 * https://docs.aws.amazon.com/cognito/latest/developerguide/user-pool-case-sensitivity.html
 */
export const sameNames = (input: unknown, anyCase: ReadonlySet<string>): unknown => {
  const { data } = named.safeParse(input);
  if (data?.UserPoolId === undefined || !anyCase.has(data.UserPoolId)) return input;
  const attributes = data.UserAttributes?.map(({ Name, Value, ...rest }) => ({
    ...{ ...rest, Name },
    Value: Name === 'email' ? Value?.toLowerCase() : Value,
  }));
  return {
    ...data,
    ...(data.Username !== undefined && { Username: data.Username.toLowerCase() }),
    ...(attributes !== undefined && { UserAttributes: attributes }),
  };
};
