/** What the portal knows of its stage, from `config.json`. */
export interface Settings {
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

/** @throws Error that names what is missing */
export const settingsOf = (json: unknown): Settings => {
  if (typeof json !== 'object' || json === null) throw new Error('config.json is no object');
  const found: Readonly<Record<string, unknown>> = { ...json };
  return {
    apiUrl: textIn(found, 'apiUrl'),
    apikey: textIn(found, 'apikey'),
    clientId: textIn(found, 'clientId'),
    issuer: textIn(found, 'issuer'),
    signInUrl: textIn(found, 'signInUrl').replace(/\/$/, ''),
  };
};
