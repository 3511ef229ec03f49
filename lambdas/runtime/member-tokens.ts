import { JwtVerifier } from 'aws-jwt-verify';
import type { TokenVerifier } from '../api/authenticate.ts';
import * as z from 'zod/mini';
import { variables } from './environment.ts';

const jwks = z.object({
  keys: z.array(
    z.object({ kid: z.string(), kty: z.string(), n: z.string(), e: z.string(), alg: z.string(), use: z.string() }),
  ),
});

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
      if (payload['token_use'] !== 'id') throw new Error('token_use must be id');
    },
  });
  if (keySet !== undefined) verifier.cacheJwks(jwks.parse(JSON.parse(keySet)));
  return async (token) => {
    const { sub } = await verifier.verify(token);
    if (sub === undefined) throw new Error('the token names nobody');
    return { sub };
  };
};
