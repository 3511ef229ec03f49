import { calls } from '../local/calls.ts';
import { readStateFile } from '../local/state-file.ts';
import { Failure } from './failure.ts';
import { isLoopback } from './forward-target.ts';

/** The address of the service, the caller's credentials, and what to do when they are of no use. */
export interface Access {
  readonly apiUrl: string;
  readonly apikey: string;
  readonly partnerKey: string;
  /** Where the simulated platform takes instructions; null: it is the real one. */
  readonly platformUrl: string | null;
  /** Where the keys come from. */
  readonly renewal: string;
  readonly whenUnreachable: string;
}

export type Environment = Readonly<Record<string, string | undefined>>;

export const publishableKeyName = 'SWIFT_WORKER_PUBLISHABLE_KEY';
export const partnerKeyName = 'SWIFT_WORKER_PARTNER_KEY';

/** A partner of the running local stack. @param number of the partner, from 1 */
export const localAccess = (stateFile: string, number: number): Access => {
  const again = `start the stack with ${calls.start}, or name the state file of a running one with --state FILE`;
  const read = () => {
    try {
      return readStateFile(stateFile);
    } catch (error) {
      throw new Failure(`No local stack is running: ${stateFile} can't be read.`, again, error);
    }
  };
  const { api_url: apiUrl, apikey, partners, platform } = read();
  const partner = partners[number - 1];
  if (partner === undefined) {
    throw new Failure(`The local stack has no partner ${number}.`, `--partner takes 1 to ${partners.length}`);
  }
  return {
    apiUrl,
    apikey,
    partnerKey: partner.api_key,
    platformUrl: platform.control_url,
    renewal: again,
    whenUnreachable: again,
  };
};

/** A stage, with keys from the environment: a shell records arguments. */
export const stageAccess = (url: string, environment: Environment): Access => {
  const safe = URL.canParse(url) && (new URL(url).protocol === 'https:' || isLoopback(new URL(url)));
  if (!safe) throw new Failure('--api must be an https URL.', "give the stage's output ApiUrl");
  const keyOf = (name: string): string => {
    const value = environment[name];
    if (value !== undefined && value !== '') return value;
    throw new Failure(`${name} is not set.`, `set ${publishableKeyName} and ${partnerKeyName} in the environment`);
  };
  return {
    apiUrl: url,
    apikey: keyOf(publishableKeyName),
    partnerKey: keyOf(partnerKeyName),
    platformUrl: null,
    renewal: `check ${publishableKeyName} and ${partnerKeyName}`,
    whenUnreachable: 'check --api and the network',
  };
};
