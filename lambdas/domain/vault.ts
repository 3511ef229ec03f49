/** What a secret is bound to: opened with another partner, record or purpose, it stays closed. */
export type SealContext = {
  readonly partner_id: string;
  readonly record_id: string;
  readonly purpose: 'platform_token' | 'number_pin' | 'webhook_secret' | 'verify_token' | 'response';
};

/** Keeps secrets closed where they are stored. */
export interface Vault {
  readonly seal: (text: string, context: SealContext) => Promise<string>;
  /** @throws Error when the secret was sealed for another context */
  readonly open: (sealed: string, context: SealContext) => Promise<string>;
}
