import { createClient, type Client } from '../../client/src/client.ts';

type Environment = Readonly<Record<string, string | undefined>>;

export const apiUrlName = 'SWIFT_WORKER_API_URL';
export const publishableKeyName = 'SWIFT_WORKER_PUBLISHABLE_KEY';
export const partnerKeyName = 'SWIFT_WORKER_PARTNER_KEY';

/** The program has no address or no keys to call the service with, or they can't be right. */
export class NoAccess extends Error {
  override readonly name = 'NoAccess';
}

/**
 * A client of the stage. The keys come from the environment alone: other users of the machine see arguments.
 * @throws NoAccess when a value is absent or can't be right
 */
export const clientOf = (api: string | undefined, environment: Environment): Client => {
  const valueOf = (name: string): string => {
    const value = environment[name];
    if (value !== undefined && value !== '') return value;
    throw new NoAccess(`${name} is not set. Set it in the configuration of the program that starts this server.`);
  };
  const options = {
    apiUrl: api ?? valueOf(apiUrlName),
    apikey: valueOf(publishableKeyName),
    token: valueOf(partnerKeyName),
  };
  try {
    return createClient(options);
  } catch (error) {
    if (error instanceof TypeError) throw new NoAccess(error.message);
    throw error;
  }
};
