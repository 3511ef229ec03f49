/** Why a connection can't be made, beside what the platform itself refuses with. */
export type ConnectFailureCode =
  | 'waba_not_shared'
  | 'number_missing'
  | 'number_taken'
  | 'reconnect_mismatch'
  | 'webhook_endpoint_missing'
  | 'interrupted';

/** Ends the session: trying again would end the same way. The message is for the partner and holds no personal data. */
export class ConnectFailure extends Error {
  override readonly name = 'ConnectFailure';
  readonly code: ConnectFailureCode;

  constructor(code: ConnectFailureCode, message: string) {
    super(message);
    this.code = code;
  }
}
