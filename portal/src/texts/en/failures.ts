import type { ErrorBody } from '../../../../packages/client/src/schemas.ts';

const codes: Readonly<Partial<Record<ErrorBody['code'], string>>> = {
  forbidden_role: 'Your role does not allow this',
  forbidden_scope: 'Your role does not allow this',
  not_found: 'This does not exist',
  stale_update: 'Somebody else has changed this in the meantime',
  invalid_state: 'The present state does not allow this',
  customer_merged: 'The customer was merged into another one',
  instance_key_taken: 'This key was used before',
  slot_limit_reached: 'All slots are taken',
  remote_removal_failed: 'The platform did not remove the callback',
  webhook_validation_failed: 'The endpoint did not pass the checks',
  platform_error: 'The platform refused the request',
  platform_rate_limited: 'The platform accepts no further calls for now',
  rate_limited: 'Too many calls',
  internal_error: 'An error occurred in the service',
  temporarily_unavailable: 'The service is busy',
  validation_failed: 'Something in the form is not right',
  idempotency_in_progress: 'The same command is being carried out',
  unauthenticated: 'You are not signed in any more',
  request_blocked: 'The request was blocked',
};

export const failures = {
  codes,
  other: 'The service refused the request',
  noAnswer: 'No answer came',
  noAnswerWhy: 'The connection may be interrupted. Nothing is lost.',
  unanswered: 'It is not known whether this was carried out',
  unansweredWhy:
    'No answer came in time. “Check and finish” finds out: what was carried out is not carried out a second time.',
  checkAndFinish: 'Check and finish',
  rolesMay: (roles: string) => `These roles may: ${roles}.`,
  yourRole: (role: string) => `Your role is ${role}.`,
  retryIn: (seconds: number) =>
    seconds === 1 ? 'You can try again in 1 second.' : `You can try again in ${seconds} seconds.`,
  slots: (occupied: number, limit: number) =>
    `${occupied} of ${limit} slots are taken. Deactivate a line, or ask the operator for more.`,
  toMerged: 'Go to the customer that it was merged into',
  state: (state: string) => `Its state is ${state}.`,
};
