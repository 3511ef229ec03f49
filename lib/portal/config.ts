import type { StageName } from '../stages.ts';

/** `/portal/config.json`: what the portal knows of its stage. Nothing in it is secret. */
export interface PortalConfig {
  readonly stage: StageName;
  /** Where members ask for help, if the stage has it: an e-mail address or an https URL. */
  readonly support?: string;
  readonly statusPage?: string;
  /** The absolute URL of the API, on the origin of the portal. */
  readonly apiUrl: string;
  /** The publishable key. */
  readonly apikey: string;
  /** The client of the user pool. */
  readonly clientId: string;
  /** The `iss` of ID tokens. */
  readonly issuer: string;
  /** The base URL of the managed login, without a slash at the end. */
  readonly signInUrl: string;
}
