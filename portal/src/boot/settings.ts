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

/** @throws Error that names what is missing */
export const settingsOf = (json: unknown): Settings => {
  const found: Readonly<Record<string, unknown>> = typeof json === 'object' ? { ...json } : {};
  const text = (name: string): string => {
    const value = found[name];
    if (typeof value !== 'string' || value === '') throw new Error(`config.json has no ${name}`);
    return value;
  };
  const textIfThere = (name: string): string | null => (found[name] === undefined ? null : text(name));
  return {
    stage: text('stage'),
    support: textIfThere('support'),
    statusPage: textIfThere('statusPage'),
    apiUrl: text('apiUrl'),
    apikey: text('apikey'),
    clientId: text('clientId'),
    issuer: text('issuer'),
    signInUrl: text('signInUrl').replace(/\/$/, ''),
  };
};
