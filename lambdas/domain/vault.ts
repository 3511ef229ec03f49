/** The encryption context. A secret can only be opened with the context it was sealed for. */
export type SealContext = {
  readonly partner_id: string;
  readonly record_id: string;
  readonly purpose: 'platform_token' | 'number_pin' | 'webhook_secret' | 'verify_token' | 'response';
};

export interface Vault {
  readonly seal: (text: string, context: SealContext) => Promise<string>;
  /** @throws Error when the secret was sealed for another context */
  readonly open: (sealed: string, context: SealContext) => Promise<string>;
}

/** The context of an instance's platform token. */
export const platformTokenContext = (partnerId: string, instanceId: string): SealContext => ({
  partner_id: partnerId,
  record_id: instanceId,
  purpose: 'platform_token',
});

/** The context of the PIN with which an instance registers its number. */
export const numberPinContext = (partnerId: string, instanceId: string): SealContext => ({
  partner_id: partnerId,
  record_id: instanceId,
  purpose: 'number_pin',
});
