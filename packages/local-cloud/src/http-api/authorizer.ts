import { setTimeout as wait } from 'node:timers/promises';
import { InvocationRefused } from '../lambda/function.ts';
import type { Functions } from '../lambda/functions.ts';
import type { JsonObject } from '../template.ts';
import { createAnswerCache } from './answer-cache.ts';
import { readAuthorizerAnswer, type AuthorizerAnswer } from './authorizer-answer.ts';
import { describeRequest, type ApiIdentity, type ApiRequest } from './event.ts';
import { authorizerArn, requestArn } from './execute-arn.ts';
import { createIdentity } from './identity-sources.ts';
import { errorReply, internalServerError, type Reply } from './reply.ts';
import type { AuthorizerConfiguration, MatchedRoute } from './routes.ts';

/** Whether a function's policy lets API Gateway invoke it. @param sourceArn of the route or the authorizer */
export type MayInvoke = (functionArn: string, sourceArn: string) => boolean;

export type Verdict =
  | { readonly context: JsonObject | null }
  /** `error`: the access log's `$context.authorizer.error`. */
  | { readonly refusal: Reply; readonly error: string };

const unauthorized: Verdict = { refusal: errorReply(401, 'Unauthorized'), error: 'an identity source is missing' };
const forbidden: Verdict = {
  refusal: errorReply(403, 'Forbidden'),
  error: 'the authorizer does not allow the request',
};
const broken = (error: string): Verdict => ({ refusal: internalServerError, error });

/**
 * Asks an authorizer's function whether a request may reach its route.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-lambda-authorizer.html
 * @throws Error that names an identity source that is not supported
 */
export const createAuthorizer = (
  api: ApiIdentity & { readonly mayInvoke: MayInvoke },
  { id, functionArn, identitySources, simpleResponses, ttlSeconds, timeoutMilliseconds }: AuthorizerConfiguration,
  functions: Functions,
): ((request: ApiRequest, matched: MatchedRoute) => Promise<Verdict>) => {
  const identify = createIdentity(identitySources);
  const cache = createAnswerCache<AuthorizerAnswer>(ttlSeconds * 1000);
  const allowed = api.mayInvoke(functionArn, authorizerArn(api.apiId, id));

  /** @returns the answer, or what went wrong */
  const invoke = async (event: object): Promise<AuthorizerAnswer | string> => {
    const giveUp = new AbortController();
    const late = wait(timeoutMilliseconds, 'the authorizer took too long', { signal: giveUp.signal });
    late.catch(() => undefined);
    try {
      const invoked = functions.get(functionArn).invoke(JSON.stringify(event));
      const answered = await Promise.race([invoked, late]);
      if (typeof answered === 'string') return answered;
      if (answered.functionError !== undefined) return 'the function of the authorizer failed';
      return readAuthorizerAnswer(answered.payload, simpleResponses) ?? 'the answer of the authorizer is invalid';
    } catch (error) {
      if (!(error instanceof InvocationRefused)) throw error;
      return `the function of the authorizer was not invoked: ${error.name}`;
    } finally {
      giveUp.abort();
    }
  };

  return async (request, matched) => {
    const identitySource = identify(request, matched);
    if (identitySource === undefined) return unauthorized;
    if (!allowed) return broken('API Gateway has no permission to invoke the function of the authorizer');
    const key = JSON.stringify(identitySource);
    const known = cache.get(key, request.receivedAt);
    const routeArn = requestArn(api.apiId, request);
    const described = describeRequest(api, request, matched);
    const answer = known ?? (await invoke({ version: '2.0', type: 'REQUEST', routeArn, identitySource, ...described }));
    if (typeof answer === 'string') return broken(answer);
    if (known === undefined) cache.set(key, answer, request.receivedAt);
    return answer.allows(routeArn) ? { context: answer.context } : forbidden;
  };
};
