import { calls } from '../local/calls.ts';
import { homedir } from 'node:os';
import path from 'node:path';
import { defaultStateFile } from '../local/state-file.ts';
import { localAccess, stageAccess, type Access, type Environment } from './access.ts';
import { Failure } from './failure.ts';

/** Which service is meant, by the options. */
interface Service {
  readonly api?: string | undefined;
  /** The file that describes a running local stack. */
  readonly state?: string | undefined;
  /** The partner of the local stack. */
  readonly partner: number;
}

/** Where the program runs: in this project, or as a package. */
export interface Place {
  /** How the program is called. */
  readonly callName: string;
  /** The state file without an option; null where no stack is near. */
  readonly state: string | null;
  readonly guide: string;
  readonly accessOf: (service: Service, environment: Environment) => Access;
  /** The file of the signing secret. */
  readonly secretFile: (service: Service, environment: Environment) => string;
}

const beside = (state: string): string => path.join(path.dirname(state), 'listen-secret');

/** In this project, whose local stack is meant unless another one is named. */
export const project: Place = {
  callName: calls.listen,
  state: defaultStateFile,
  guide: 'docs/partners/listening.md',
  accessOf: ({ api, state = defaultStateFile, partner }, environment) =>
    api === undefined ? localAccess(state, partner) : stageAccess(api, environment),
  secretFile: ({ state = defaultStateFile }) => beside(state),
};

export const apiUrlName = 'SWIFT_WORKER_API_URL';

/** https://specifications.freedesktop.org/basedir-spec/latest/ */
const configurationFolder = ({ XDG_CONFIG_HOME: given }: Environment): string =>
  given !== undefined && path.isAbsolute(given) ? given : path.join(homedir(), '.config');

/** As a package, on the machine of a partner's developer. */
export const elsewhere: Place = {
  callName: 'swift-worker-listen',
  state: null,
  guide: 'the page "Receive events on your own machine" of the documentation',
  accessOf: ({ api, state, partner }, environment) => {
    if (api === undefined && state !== undefined) return localAccess(state, partner);
    const url = api ?? environment[apiUrlName];
    if (url !== undefined && url !== '') return stageAccess(url, environment);
    throw new Failure('No service is named.', `give --api URL, or set ${apiUrlName} in the environment`);
  },
  secretFile: ({ state }, environment) =>
    state === undefined ? path.join(configurationFolder(environment), 'swift-worker/listen-secret') : beside(state),
};
