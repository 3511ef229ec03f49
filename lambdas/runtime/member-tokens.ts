import { JwtVerifier } from 'aws-jwt-verify';
import {
  CognitoJwtInvalidTokenUseError,
  FetchError,
  JwkValidationError,
  JwksValidationError,
  JwtBaseError,
} from 'aws-jwt-verify/error';
import { SimpleFetcher } from 'aws-jwt-verify/https';
import { SimpleJwksCache } from 'aws-jwt-verify/jwk';
import type { TokenVerifier } from '../domain/access.ts';
import { temporarilyUnavailable } from '../kernel/errors.ts';
import * as z from 'zod/mini';
import { readEnvironment, variables, type Environment } from './environment.ts';
import { invocationEnd } from './invocation-end.ts';

const jwks = z.object({
  keys: z.array(
    z.object({ kid: z.string(), kty: z.string(), n: z.string(), e: z.string(), alg: z.string(), use: z.string() }),
  ),
});

/** Without the pool's keys a token cannot be verified. */
const isAboutKeys = (error: unknown): boolean =>
  error instanceof FetchError || error instanceof JwksValidationError || error instanceof JwkValidationError;

/** The pool's keys are fetched within an invocation: a later one would join a fetch whose connection was frozen, and fail with it. */
class FetcherWithin extends SimpleFetcher {
  override fetch(...[uri, options, data]: Parameters<SimpleFetcher['fetch']>): ReturnType<SimpleFetcher['fetch']> {
    return super.fetch(uri, { ...options, signal: invocationEnd() }, data);
  }
}

/** Verifies signature, issuer, client, use and expiry of the portal's ID tokens. */
export const memberTokenVerifier = (environment: Environment): TokenVerifier => {
  const { memberIssuer: issuer, memberClientId } = readEnvironment(environment, ['memberIssuer', 'memberClientId']);
  const keySet = environment[variables.memberJwks];
  const verifier = JwtVerifier.create(
    {
      issuer,
      audience: memberClientId,
      ...(keySet === undefined && { jwksUri: readEnvironment(environment, ['memberJwksUri']).memberJwksUri }),
      customJwtCheck: ({ payload }) => {
        const use = payload['token_use'];
        if (use !== 'id') throw new CognitoJwtInvalidTokenUseError('token_use must be id', use, 'id');
      },
    },
    { jwksCache: new SimpleJwksCache({ fetcher: new FetcherWithin() }) },
  );
  if (keySet !== undefined) verifier.cacheJwks(jwks.parse(JSON.parse(keySet)));
  return async (token) => {
    try {
      // A given key set is complete: a token of an unknown key is invalid.
      const { sub } = keySet === undefined ? await verifier.verify(token) : verifier.verifySync(token);
      return sub === undefined ? null : { sub };
    } catch (error) {
      if (isAboutKeys(error)) throw temporarilyUnavailable('the token cannot be checked for now; try again', 5);
      if (error instanceof JwtBaseError) return null;
      throw error;
    }
  };
};
