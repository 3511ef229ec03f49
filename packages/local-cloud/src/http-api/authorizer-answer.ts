import { z } from 'zod';
import { PolicyDocument, statementsOf } from '../services/iam/policy-document.ts';
import { compilePolicy } from '../services/iam/policy.ts';
import { Json, type JsonObject } from '../template.ts';

/** What an authorizer said. It holds for all requests with the same identity sources. */
export interface AuthorizerAnswer {
  /** @param routeArn of the request */
  readonly allows: (routeArn: string) => boolean;
  readonly context: JsonObject | null;
}

const Context = z
  .record(z.string(), Json)
  .nullish()
  .transform((context) => context ?? null);
const Simple = z.object({ isAuthorized: z.boolean(), context: Context });
const Policy = z.object({ principalId: z.string(), policyDocument: PolicyDocument, context: Context });

const readSimple = (answer: unknown): AuthorizerAnswer | undefined => {
  const { success, data } = Simple.safeParse(answer);
  return success ? { allows: () => data.isAuthorized, context: data.context } : undefined;
};

const readPolicy = (answer: unknown): AuthorizerAnswer | undefined => {
  const { success, data } = Policy.safeParse(answer);
  if (!success) return undefined;
  const policy = compilePolicy(statementsOf(data.policyDocument));
  return {
    allows: (resource) => policy({ action: 'execute-api:Invoke', resource, context: () => ({}) }).allowed,
    context: data.context,
  };
};

/**
 * Reads the answer of a function in payload format 2.0: a Boolean value where simple responses are enabled, or an IAM policy.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-lambda-authorizer.html
 * @param payload JSON
 * @returns undefined for an answer of another form
 */
export const readAuthorizerAnswer = (payload: string, simpleResponses: boolean): AuthorizerAnswer | undefined => {
  const answer: unknown = JSON.parse(payload);
  return (simpleResponses ? readSimple(answer) : undefined) ?? readPolicy(answer);
};
