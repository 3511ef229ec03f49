import type { Credentials } from '../../client/src/wire.ts';

type Environment = Readonly<Record<string, string | undefined>>;

export const apiUrlName = 'SWIFT_WORKER_API_URL';
export const publishableKeyName = 'SWIFT_WORKER_PUBLISHABLE_KEY';
export const partnerKeyName = 'SWIFT_WORKER_PARTNER_KEY';

/** The program has no address or no keys to call the service with. */
export class AccessMissing extends Error {
  override readonly name = 'AccessMissing';
}

/**
 * The keys come from the environment alone: other users of the machine see arguments.
 * @throws AccessMissing when a value is absent
 */
export const accessOf = (
  api: string | undefined,
  environment: Environment,
): Credentials & { readonly apiUrl: string } => {
  const valueOf = (name: string): string => {
    const value = environment[name];
    if (value !== undefined && value !== '') return value;
    throw new AccessMissing(`${name} is not set. Set it in the configuration of the program that starts this server.`);
  };
  return {
    apiUrl: api ?? valueOf(apiUrlName),
    apikey: valueOf(publishableKeyName),
    token: valueOf(partnerKeyName),
  };
};
