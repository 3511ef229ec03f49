import type { z } from 'zod';
import { AwsError } from '../aws-service.ts';
import type { JsonObject } from '../json-object.ts';

/** The errors that several operations have: https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/CommonErrors.html */
export const invalidParameter = (message: string): AwsError => new AwsError('InvalidParameterException', message);

export const notAuthorized = (message: string): AwsError => new AwsError('NotAuthorizedException', message);

export const userNotFound = (): AwsError => new AwsError('UserNotFoundException', 'User does not exist.');

export const notFound = (message: string): AwsError => new AwsError('ResourceNotFoundException', message);

/** @throws AwsError InvalidParameterException that names the member */
export const readInput = <T>(schema: z.ZodType<T>, input: JsonObject): T => {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const member = (issue?.path ?? []).map(String).join('.');
  const lower = member.charAt(0).toLowerCase() + member.slice(1);
  throw invalidParameter(
    `1 validation error detected: Value at '${lower}' failed to satisfy constraint: ${issue?.message ?? 'invalid'}`,
  );
};
