/** What the portal knows of its stage, from `config.json`. */
export interface Settings {
  /** The stage's name. */
  readonly stage: string;
  /** Where members ask for help: an e-mail address, or a URL in which `{request_id}` stands for the id of a request. */
  readonly support: string | null;
  /** The URL of the page with the state of the service. */
  readonly statusPage: string | null;
  readonly apiUrl: string;
  /** The publishable key of the stage. */
  readonly apikey: string;
  readonly clientId: string;
  readonly issuer: string;
  /** Where the pages of sign-in are. */
  readonly signInUrl: string;
}

const textIn = (json: Readonly<Record<string, unknown>>, name: string): string => {
  const value = json[name];
  if (typeof value !== 'string' || value === '') throw new Error(`config.json has no ${name}`);
  return value;
};

const textIfIn = (json: Readonly<Record<string, unknown>>, name: string): string | null =>
  json[name] === undefined ? null : textIn(json, name);

/** @throws Error that names what is missing */
export const settingsOf = (json: unknown): Settings => {
  const found: Readonly<Record<string, unknown>> = typeof json === 'object' ? { ...json } : {};
  return {
    stage: textIn(found, 'stage'),
    support: textIfIn(found, 'support'),
    statusPage: textIfIn(found, 'statusPage'),
    apiUrl: textIn(found, 'apiUrl'),
    apikey: textIn(found, 'apikey'),
    clientId: textIn(found, 'clientId'),
    issuer: textIn(found, 'issuer'),
    signInUrl: textIn(found, 'signInUrl').replace(/\/$/, ''),
  };
};
