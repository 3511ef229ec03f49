import type { ErrorCode } from '../../../../packages/client/src/refusal.ts';

/** An error in the reader's language. */
export interface ErrorText {
  /** What happened. */
  readonly what: string;
  /** What to do about it. */
  readonly remedy: string;
}

/** The interface describes no call with another method, so that the client does not know its error. */
type Code = ErrorCode | 'method_not_allowed';

/** Why the platform refused to change a line, by the service's kinds of the platform's errors. */
const platformKinds: Readonly<Record<string, string>> = {
  throttled: 'The platform allows no more calls for now.',
  token_invalid: 'The access to the platform ended. Connect the line again.',
  permission: 'The platform does not allow it. Connect the line again.',
  parameter: 'The platform did not accept the endpoint.',
  gone: 'The number is not at the platform any more.',
  account: 'The platform restricts the business account.',
  registration: 'The number is not registered at the platform.',
  recipient: 'The platform refused the recipient.',
  sender: 'The platform refused the sender.',
  template: 'The platform refused the template.',
  username: 'The platform refused the user name.',
  transient: 'The platform had a disturbance. Retry.',
  out_of_time: 'The platform did not answer in time. Retry.',
  unknown: 'The platform refused it without a known reason.',
};

const theProgram = 'This is a fault of the portal. Reload the page, and tell the operator the request id.';
const wait = 'Try again in a moment.';

/** Every error of the interface. */
const codes: Readonly<Record<Code, ErrorText>> = {
  validation_failed: { what: 'Something in the form is not right', remedy: 'Correct it and try again.' },
  invalid_json: { what: 'The service could not read the request', remedy: theProgram },
  unknown_route: { what: 'The service does not know the request', remedy: theProgram },
  route_mismatch: { what: 'The request contradicts itself', remedy: theProgram },
  conflicting_selectors: { what: 'The request names two different records', remedy: theProgram },
  waba_scope_required: { what: 'A business account must be chosen', remedy: 'You have several. Choose one of them.' },
  unauthenticated: { what: 'You are not signed in any more', remedy: 'Reload the page to sign in again.' },
  forbidden_scope: { what: 'This access does not allow it', remedy: 'Ask an owner or admin of your team.' },
  forbidden_role: { what: 'Your role does not allow this', remedy: 'Ask an owner or admin of your team.' },
  partner_scope_mismatch: { what: 'This belongs to another partner', remedy: 'Reload the page to see your own.' },
  delivery_report_forbidden: {
    what: 'Your role may not report statuses of messages',
    remedy: 'Your backend reports them, with an API key.',
  },
  invitation_pending: {
    what: 'You have not accepted the invitation',
    remedy: 'Reload the page to accept or decline it.',
  },
  request_blocked: {
    what: 'The firewall blocked the request',
    remedy: 'Change unusual text in the form, or ask the operator.',
  },
  not_found: { what: 'This does not exist', remedy: 'It may have been removed. Go back to the list.' },
  method_not_allowed: { what: 'The service does not take the request', remedy: theProgram },
  idempotency_key_reused: { what: 'The request was mistaken for another one', remedy: theProgram },
  idempotency_in_progress: { what: 'The same command is being carried out', remedy: wait },
  stale_update: {
    what: 'Somebody else has changed this in the meantime',
    remedy: 'Look at the present data, then decide again.',
  },
  invalid_state: { what: 'The present state does not allow this', remedy: 'Reload the page to see the present state.' },
  customer_merged: { what: 'The customer was merged into another one', remedy: 'Use the other customer.' },
  instance_key_taken: {
    what: 'This key was used before',
    remedy: 'Choose another key: each can be used only once.',
  },
  slot_limit_reached: {
    what: 'All slots are taken',
    remedy: 'Deactivate a line, or ask the operator for more slots.',
  },
  remote_removal_failed: {
    what: 'The platform did not remove the callback',
    remedy: 'The slot stays taken. Deactivate again later: it continues at the step that failed.',
  },
  webhook_validation_failed: {
    what: 'The endpoint did not pass the checks',
    remedy: 'Correct the endpoint and try again.',
  },
  platform_error: {
    what: 'The platform refused the request, or was not reached',
    remedy: 'Nothing is lost. Try again later.',
  },
  payload_too_large: { what: 'This is too much for one request', remedy: 'Shorten the texts and try again.' },
  unsupported_media_type: { what: 'The service does not take this kind of request', remedy: theProgram },
  rate_limited: { what: 'Too many calls', remedy: wait },
  platform_rate_limited: { what: 'The platform accepts no further calls for now', remedy: wait },
  internal_error: {
    what: 'An error occurred in the service',
    remedy: 'Try again. If it happens again, tell the operator the request id.',
  },
  temporarily_unavailable: { what: 'The service is busy', remedy: wait },
};

/** The rules that a field can break, by their names in `details`. */
const rules = {
  required: 'This is required.',
  type: 'This is not the right kind of value.',
  minimum: 'This is too short or too small.',
  maximum: 'This is too long or too large.',
  max_length: 'This is too long.',
  format: 'This does not have the right form.',
  enum: 'This is none of the possible values.',
  range: 'This is outside the possible range.',
  different: 'This must be another one.',
  control_characters: 'This has characters that cannot be shown.',
  https: 'The address must begin with https://.',
  no_user_info: 'The address must have no user name and no password.',
  no_fragment: 'The address must have no part after #.',
  public_host: 'The address must be reachable from the internet.',
  fetch: 'This address gives no PNG, JPEG, WebP or GIF image of at most 100 KiB.',
};

export const errors = {
  codes,
  rules,
  otherRule: 'This is not allowed.',
  other: { what: 'The service refused the request', remedy: 'Try again, or tell the operator the request id.' },
  said: 'The service says',
  platformKinds,
  platformCode: (code: string) => `Code of the platform: ${code}.`,
  state: (state: string) => `Its state: ${state}.`,
};
