import { JwtVerifier } from 'aws-jwt-verify';
import {
  CognitoJwtInvalidTokenUseError,
  FetchError,
  JwkValidationError,
  JwksValidationError,
  JwtBaseError,
} from 'aws-jwt-verify/error';
import type { TokenVerifier } from '../domain/access.ts';
import { temporarilyUnavailable } from '../domain/errors.ts';
import * as z from 'zod/mini';
import { variables } from './environment.ts';

const jwks = z.object({
  keys: z.array(
    z.object({ kid: z.string(), kty: z.string(), n: z.string(), e: z.string(), alg: z.string(), use: z.string() }),
  ),
});

/** Without the pool's keys a token is neither valid nor invalid. */
const isAboutKeys = (error: unknown): boolean =>
  error instanceof FetchError || error instanceof JwksValidationError || error instanceof JwkValidationError;

/** The portal's ID tokens: signature, issuer, client, use and expiry are checked. */
export const memberTokenVerifier = (environment: Readonly<Record<string, string | undefined>>): TokenVerifier => {
  const required = (name: string): string => {
    const value = environment[name];
    if (value === undefined || value === '') throw new Error(`environment variable ${name} is not set`);
    return value;
  };
  const keySet = environment[variables.memberJwks];
  const verifier = JwtVerifier.create({
    issuer: required(variables.memberIssuer),
    audience: required(variables.memberClientId),
    ...(keySet === undefined ? { jwksUri: required(variables.memberJwksUri) } : {}),
    customJwtCheck: ({ payload }) => {
      const use = payload['token_use'];
      if (use !== 'id') throw new CognitoJwtInvalidTokenUseError('token_use must be id', use, 'id');
    },
  });
  if (keySet !== undefined) verifier.cacheJwks(jwks.parse(JSON.parse(keySet)));
  return async (token) => {
    try {
      // With a key set of its own nothing is fetched: a token of an unknown key is not valid.
      const { sub } = keySet === undefined ? await verifier.verify(token) : verifier.verifySync(token);
      return sub === undefined ? null : { sub };
    } catch (error) {
      if (isAboutKeys(error)) throw temporarilyUnavailable('the token can not be checked for now; try again', 5);
      if (error instanceof JwtBaseError) return null;
      throw error;
    }
  };
};
