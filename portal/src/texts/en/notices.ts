import type { Notification } from '../../../../packages/client/src/schemas.ts';
import { isolated } from '../../pieces/isolated.ts';
import { troubles } from './troubles.ts';

type Kind = NonNullable<Notification['kind']>;

export interface Notice {
  readonly title: string;
  /** @param facts those of the notification that have a value, as texts */
  readonly why: (facts: Readonly<Record<string, string>>) => string;
}

const whoDid = 'The audit trail of the team says who did it.';

/** What the platform says, in its own words, before a sentence of ours. */
export const sentence = (what: string, said: string | undefined): string =>
  said === undefined ? '' : `${what}: ${isolated(said)}${said.endsWith('.') ? '' : '.'} `;

/** The kinds of notifications in the words of the portal. */
export const notices: Readonly<Record<Kind, Notice>> = {
  instance_reconnect_required: {
    title: 'A line must be connected again',
    why: () => 'It sends and receives nothing until its customer connects it again. Create a link and send it.',
  },
  platform_token_expires: {
    title: 'A line must be connected again soon',
    why: ({ days_left = '' }) =>
      `Its access to the platform ends in ${days_left === '1' ? '1 day' : `${days_left} days`}. Create a link to connect it again and send it.`,
  },
  instance_works_again: {
    title: 'A line works again',
    why: () => 'The platform accepts its access again. There is nothing to do.',
  },
  number_paused: {
    title: 'A number of the business app is paused',
    why: () => 'Its business changed the phone or registered the app again. Sending fails until it is back in the app.',
  },
  callback_not_removed: {
    title: 'A line could not be removed',
    why: () => 'The platform did not remove its callback, so its slot stays taken. Deactivate the line again.',
  },
  number_flagged: {
    title: 'The platform flagged a number',
    why: () => 'Its quality is low. If it stays so, the platform lowers its limit.',
  },
  number_quality_red: {
    title: 'The quality of a number is low',
    why: () => 'Many recipients block or report its messages.',
  },
  number_restricted: {
    title: 'The platform restricted a number',
    why: ({ code }) =>
      `It sends nothing, or only in part. ${code === undefined ? 'The line shows its status at the platform.' : troubles.reason(code)}`,
  },
  number_disconnected: {
    title: 'A number is no longer connected at the platform',
    why: ({ code = '' }) => `It sends nothing. ${troubles.reason(code)}`,
  },
  number_blocked: {
    title: 'The platform blocks messages of a line',
    why: ({ code = '' }) => troubles.reason(code),
  },
  number_limited: {
    title: 'The platform limits messages of a line',
    why: ({ code = '' }) => troubles.reason(code),
  },
  number_can_send_again: {
    title: 'A line can send again',
    why: () => 'The platform no longer limits or blocks it.',
  },
  display_name_declined: {
    title: 'A display name was declined',
    why: () => 'The customer chooses another name in WhatsApp Manager.',
  },
  display_name_approved: {
    title: 'A display name was approved',
    why: () => 'The service registers the number under it within minutes.',
  },
  display_name_not_registered: {
    title: 'An approved display name could not be registered',
    why: () => 'Reconnect the line within 14 days of the approval.',
  },
  platform_refuses_access: {
    title: 'The platform refuses valid access',
    why: () => 'It refuses several business accounts at once. No line counts as lost; sending may fail for some time.',
  },
  account_restricted: {
    title: 'The platform restricted a business account',
    why: ({ restricted_until: end }) =>
      end === undefined
        ? 'Its lines send nothing, or only in part, until the platform lifts the restriction.'
        : `Its lines send nothing, or only in part, until ${end.slice(0, 10)}.`,
  },
  account_disabled_soon: {
    title: 'The platform is going to disable a business account',
    why: ({ date }) =>
      `${sentence('The platform’s date', date)}Its lines will send nothing. The customer appeals on the pages of the platform.`,
  },
  account_disabled: {
    title: 'The platform disabled a business account',
    why: ({ date }) => `${sentence('The platform’s date', date)}Its lines send nothing.`,
  },
  account_violation: {
    title: 'The platform reported a violation of a policy',
    why: ({ violation }) =>
      `${sentence('The platform’s reason', violation)}Its lines go on. Further violations may restrict them.`,
  },
  account_warned: {
    title: 'The platform warned a business account',
    why: ({ violation }) => `${sentence('The platform’s reason', violation)}Nothing is restricted yet.`,
  },
  account_review_rejected: {
    title: 'The review of a business account was refused',
    why: () => 'The customer sees the reason in WhatsApp Manager.',
  },
  platform_alert: {
    title: 'The platform has an alert',
    why: ({ description }) =>
      `${sentence('The platform says', description)}The customer sees the details in WhatsApp Manager.`,
  },
  endpoint_failing: {
    title: 'Your endpoint keeps failing',
    why: () =>
      'It took no event for half of the time after which it is disabled. Events wait, and are sent when it answers again.',
  },
  endpoint_disabled: {
    title: 'Your endpoint was disabled',
    why: () =>
      'It failed for too long or answered 410. Events are kept for 30 days. Save the endpoint to enable it again.',
  },
  callbacks_not_moved: {
    title: 'Callbacks could not be moved to your new endpoint',
    why: ({ failed = '', total = '' }) => `${failed} of ${total} lines still use the former one. Retry the migration.`,
  },
  delivery_critical: {
    title: 'Many messages of a line fail',
    why: ({ failed_percent = '', hours = '' }) =>
      `${failed_percent}% of its messages of the last ${hours} hours failed.`,
  },
  delivery_degraded: {
    title: 'More messages of a line fail than usual',
    why: ({ failed_percent = '', hours = '' }) =>
      `${failed_percent}% of its messages of the last ${hours} hours failed.`,
  },
  slots_nearly_taken: {
    title: 'Few slots are left',
    why: ({ taken = '', limit = '' }) => `${taken} of ${limit} slots are taken. Ask the operator for more.`,
  },
  slots_taken: {
    title: 'All slots are taken',
    why: ({ taken = '', limit = '' }) => `${taken} of ${limit} slots are taken. New lines are refused.`,
  },
  template_category_changes: {
    title: 'The category of a template will change',
    why: () =>
      'The platform changes it within a day. Its prices and rules change with it. The template shows the new category.',
  },
  template_rejected: {
    title: 'A template was rejected',
    why: ({ name = '', language = '', reason }) =>
      `${isolated(name)} (${language}) cannot be sent.${reason === undefined ? '' : ` The platform says: ${isolated(reason)}`}`,
  },
  template_paused: {
    title: 'A template was paused',
    why: ({ name = '', language = '' }) =>
      `${isolated(name)} (${language}) cannot be sent until the platform lifts the pause. Its quality is low.`,
  },
  template_disabled: {
    title: 'A template was disabled',
    why: ({ name = '', language = '' }) =>
      `${isolated(name)} (${language}) cannot be sent any more. Edit it, or use another one.`,
  },
  endpoint_changed: {
    title: 'The webhook endpoint was changed',
    why: () => `If you did not expect it, check its URL. ${whoDid}`,
  },
  webhook_secret_rotated: {
    title: 'The signing secret was rotated',
    why: () => `The previous secret signs as well for 24 hours. ${whoDid}`,
  },
  platform_token_revealed: {
    title: 'The platform token of a line was revealed',
    why: () =>
      'If you did not expect it, revoke the key, or remove the member, that read it. The history of the customer says which.',
  },
  api_key_issued: {
    title: 'An API key was issued',
    why: ({ key_id = '', previous_key_id: old, previous_ends_at: end = '' }) =>
      `${old === undefined ? '' : `It replaces the key ${isolated(old)}, which ends on ${end.slice(0, 10)}. `}If you did not expect the key ${isolated(key_id)}, revoke it. ${whoDid}`,
  },
  api_key_revoked: {
    title: 'An API key was revoked',
    why: ({ key_id = '' }) => `Calls with the key ${isolated(key_id)} are refused. ${whoDid}`,
  },
  api_key_expires: {
    title: 'An API key ends soon',
    why: ({ key_id = '', days_left = '' }) =>
      `The key ${isolated(key_id)} ends in ${days_left === '1' ? '1 day' : `${days_left} days`}. Use another key before.`,
  },
  member_invited: { title: 'A member was invited', why: () => whoDid },
  member_joined: { title: 'A member joined the team', why: () => 'The team page shows the new member and the role.' },
  member_removed: {
    title: 'A member was removed or left',
    why: () => `API keys that the member issued stay valid. Revoke those that are no longer needed. ${whoDid}`,
  },
};
