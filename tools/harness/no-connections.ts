import type { ConnectDeps } from '../../lambdas/connect/connect-deps.ts';

/** The ports of connecting where no instance is connected. */
export const noConnections: Pick<ConnectDeps, 'app' | 'terms' | 'reportIncident'> = {
  app: () => Promise.reject(new Error('no instance is connected here')),
  terms: { withHistory: false, region: null },
  reportIncident: () => undefined,
};
