import type { LocalCloud } from '@swift-worker/local-cloud/local-cloud.ts';
import type { PortalConfig } from '../../lib/portal/config.ts';
import type { StackDescription } from '../state-file.ts';

/** What the portal of the local stack needs to sign members in. */
export const portalConfigOf = (
  { outputs, blueprint, services }: LocalCloud,
  { api_url: apiUrl, apikey }: StackDescription,
): PortalConfig => ({
  stage: 'local',
  apiUrl,
  apikey,
  signInUrl: services.signInOrigin,
  clientId: outputs['PortalClientId'] ?? '',
  issuer: blueprint.userPools[0]?.issuer ?? '',
});
