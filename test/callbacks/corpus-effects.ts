import type { LineName, ShownLine } from './corpus-lines.ts';

/** What a callback of the corpus does. What is not named does not change, and nothing is sent or begun. */
export interface Effect {
  /** Lines that are used in the business app as well. */
  readonly coexistence?: readonly LineName[];
  /** Lines that had lost their token before. */
  readonly lost?: readonly LineName[];
  /** The state of the template before. */
  readonly before?: Readonly<Record<string, unknown>>;
  readonly lines?: Readonly<Partial<Record<LineName, Partial<ShownLine>>>>;
  readonly template?: Readonly<Record<string, unknown>>;
  /** The titles of the notifications. */
  readonly notified?: readonly string[];
  /** When the numbers are read: at once, within two minutes, or in the usual round. */
  readonly reads?: 'now' | 'soon';
  readonly readsTemplates?: true;
  /** What the platform answers about lines when they are read next; the name of a file refuses the call. */
  readonly answers?: Readonly<Partial<Record<LineName, Readonly<Record<string, unknown>> | string>>>;
  /** What changes further when the numbers have been read. */
  readonly then?: Readonly<Partial<Record<LineName, Partial<ShownLine>>>>;
  readonly thenNotified?: readonly string[];
  /** A part of a log line. */
  readonly logs?: string;
}

const nothing: Effect = {};
const refreshed: Effect = { reads: 'now' };

const each = (change: Partial<ShownLine>): Effect['lines'] => ({ line: change, other: change, brazilian: change });

const needsReconnect = (code: string): Partial<ShownLine> => ({ status: 'reconnect_required', last_error: code });
const reconnect = 'An instance needs to be connected again';
const restricted = 'The platform restricted a business account';

const status = (event: string, more: Readonly<Record<string, unknown>> = {}): Effect => ({
  template: { status: event, rejected_reason: 'NONE', ...more },
});

const works: Partial<ShownLine> = { status: 'connected', last_error: null };
const until = '2026-11-09T00:00:00.000Z';

/** By the file of the corpus, without its ending. */
export const effects: Readonly<Record<string, Effect>> = {
  'account_alerts.capabilities_deferred': {
    reads: 'now',
    notified: ['The platform has an alert about a business account'],
  },
  'account_alerts.profile_picture_lost': { notified: ['The platform has an alert about a number'] },
  'account_review_update.rejected': { reads: 'now', notified: ['The review of a business account was refused'] },
  'account_settings_update.calling': nothing,
  'account_update.account_deleted': {
    lines: each(needsReconnect('account_deleted')),
    notified: [reconnect, reconnect, reconnect],
  },
  'account_update.account_offboarded': {
    coexistence: ['line', 'elsewhere'],
    lines: { line: { status: 'degraded', last_error: 'account_offboarded' } },
    notified: ['A number of the business app is paused'],
    reads: 'soon',
  },
  'account_update.account_reconnected': {
    lost: ['other'],
    reads: 'now',
    then: { other: works },
    thenNotified: ['An instance works again'],
  },
  'account_update.account_restriction_add_number': { reads: 'now', notified: [restricted] },
  'account_update.account_restriction_calling': { reads: 'now', notified: [restricted] },
  'account_update.account_restriction_lifted': refreshed,
  'account_update.account_restriction_messaging': {
    lines: each({ status: 'degraded', can_send_message: 'LIMITED', restricted_until: until }),
    notified: [restricted],
    reads: 'soon',
    then: each({ can_send_message: 'AVAILABLE' }),
  },
  'account_update.account_restriction_rate_limit': { reads: 'now', notified: [restricted] },
  'account_update.account_restriction_utility_templates': { reads: 'now', notified: [restricted] },
  'account_update.account_restriction_warning': { reads: 'now', notified: ['The platform warned a business account'] },
  'account_update.account_violation': { reads: 'now', notified: ['The platform reported a violation of a policy'] },
  'account_update.account_violation_calling': { logs: 'no instance of the service' },
  'account_update.ad_account_linked': nothing,
  'account_update.auth_intl_price_eligibility': nothing,
  'account_update.client_certification_needed': { logs: 'PARTNER_CLIENT_CERTIFICATION_NEEDED' },
  'account_update.client_certification_status': nothing,
  'account_update.disabled_update_array': {
    lines: each({ platform_status: 'SCHEDULE_FOR_DISABLE' }),
    notified: [restricted],
    reads: 'soon',
  },
  'account_update.disabled_update_disabled': {
    lines: each({ status: 'degraded', platform_status: 'DISABLE' }),
    notified: [restricted],
    reads: 'soon',
    answers: { line: { status: 'BANNED' } },
  },
  'account_update.disabled_update_reinstated': refreshed,
  'account_update.disabled_update_scheduled': {
    lines: each({ platform_status: 'SCHEDULE_FOR_DISABLE' }),
    notified: [restricted],
    reads: 'soon',
  },
  'account_update.mm_lite_terms_signed': nothing,
  'account_update.partner_added': nothing,
  'account_update.partner_added_solution': nothing,
  'account_update.partner_app_installed': {
    lost: ['line'],
    reads: 'now',
    then: { line: works },
    thenNotified: ['An instance works again'],
  },
  'account_update.partner_app_uninstalled': {
    lines: each(needsReconnect('partner_app_uninstalled')),
    notified: [reconnect, reconnect, reconnect],
  },
  'account_update.partner_app_uninstalled_bare': { logs: 'no instance of the service' },
  'account_update.partner_app_uninstalled_misplaced_field': {
    lines: each(needsReconnect('partner_app_uninstalled')),
    notified: [reconnect, reconnect, reconnect],
  },
  'account_update.partner_app_uninstalled_other_app': nothing,
  'account_update.partner_removed': {
    lines: each(needsReconnect('partner_removed')),
    notified: [reconnect, reconnect, reconnect],
  },
  'account_update.partner_removed_disconnection': {
    coexistence: ['line', 'other'],
    reads: 'now',
    answers: { line: { status: 'DISCONNECTED', is_on_biz_app: false }, other: { is_on_biz_app: true } },
    then: { line: { ...needsReconnect('partner_removed'), platform_status: 'DISCONNECTED' } },
    thenNotified: [reconnect],
  },
  'account_update.partner_removed_number': {
    coexistence: ['line', 'other'],
    lines: { line: needsReconnect('partner_removed') },
    notified: [reconnect],
  },
  'account_update.primary_location': nothing,
  'account_update.verified_account': refreshed,
  'account_update.volume_tier': nothing,
  'batch.several_entries': {
    ...status('APPROVED'),
    reads: 'now',
    notified: ['The platform reported a violation of a policy'],
    logs: 'whatsapp_account',
  },
  'business_capability_update.new_business': { lines: each({ messaging_limit: 'TIER_250' }) },
  'business_capability_update.number': { lines: each({ messaging_limit: 'TIER_2K' }) },
  'business_capability_update.tier': { lines: each({ messaging_limit: 'TIER_2K' }) },
  'business_username_updates.approved': {
    reads: 'now',
    answers: { line: { username: 'blueheron' } },
    then: { line: { username: 'blueheron' } },
  },
  'business_username_updates.deleted': refreshed,
  'flows.status_change': nothing,
  'history.chunk': nothing,
  'history.declined': nothing,
  message_template_components_update: { readsTemplates: true },
  message_template_quality_update: { template: { quality_score: 'YELLOW' } },
  'message_template_quality_update.mislabelled': { template: { quality_score: 'YELLOW' } },
  'message_template_status_update.approved': status('APPROVED'),
  'message_template_status_update.approved_without_category': {
    before: { category: 'MARKETING' },
    ...status('APPROVED'),
  },
  'message_template_status_update.archived': status('ARCHIVED', { category: 'MARKETING' }),
  'message_template_status_update.deleted': { template: { status: 'DELETED', rejected_reason: null } },
  'message_template_status_update.disabled': {
    ...status('DISABLED', {
      category: 'MARKETING',
      disable_date: '2026-11-02T00:00:00.000Z',
      other_info: { title: 'DISABLED', description: 'The template is disabled.' },
    }),
    notified: ['A template was disabled'],
  },
  'message_template_status_update.flagged': { template: { category: 'MARKETING' } },
  'message_template_status_update.in_appeal': status('IN_APPEAL', { category: 'MARKETING' }),
  'message_template_status_update.limit_exceeded': status('LIMIT_EXCEEDED'),
  'message_template_status_update.locked': { template: { category: 'MARKETING' } },
  'message_template_status_update.paused': {
    ...status('PAUSED', {
      category: 'MARKETING',
      other_info: { title: 'FIRST_PAUSE', description: 'The template is paused for 3 hours.' },
    }),
    notified: ['A template was paused'],
  },
  'message_template_status_update.paused_bare': {
    template: { status: 'PAUSED', rejected_reason: null },
    notified: ['A template was paused'],
  },
  'message_template_status_update.pending_deletion': {
    template: { status: 'PENDING_DELETION', rejected_reason: null },
  },
  'message_template_status_update.reinstated': {
    before: { status: 'DISABLED', disable_date: 1 },
    ...status('APPROVED', { category: 'MARKETING', disable_date: null }),
  },
  'message_template_status_update.rejected_format': {
    template: {
      status: 'REJECTED',
      rejected_reason: 'INVALID_FORMAT',
      category: 'MARKETING',
      rejection_info: {
        reason: 'Two parameters stand next to each other.',
        recommendation: 'Separate parameters with text.',
      },
    },
    notified: ['A template was rejected'],
  },
  'message_template_status_update.unarchived': {
    before: { status: 'ARCHIVED' },
    template: { category: 'MARKETING' },
    readsTemplates: true,
  },
  'message_template_status_update.unpaused': {
    before: { status: 'PAUSED' },
    ...status('APPROVED', {
      category: 'MARKETING',
      other_info: { title: 'UNPAUSE', description: 'The template is unpaused.' },
    }),
  },
  'messages.errors': nothing,
  'messages.status_delivered_user_id': nothing,
  'messages.status_failed_131042': nothing,
  'messages.status_failed_131049': nothing,
  'messages.status_failed_131050': nothing,
  'messages.status_failed_131062': nothing,
  'messages.status_read': nothing,
  'messages.status_sent': nothing,
  'messages.unsupported_131060': nothing,
  'messaging_handovers.control_taken': nothing,
  'partner_solutions.created': nothing,
  payment_configuration_update: nothing,
  'phone_number_name_update.approved': {
    lines: { line: { verified_name: 'Blue Heron Bakery' } },
    notified: ['A display name was approved'],
    reads: 'soon',
    answers: { line: { verified_name: 'Blue Heron Bakery' } },
  },
  'phone_number_name_update.rejected': {
    reads: 'now',
    answers: { line: { name_status: 'DECLINED' } },
    then: { line: { name_status: 'DECLINED' } },
    thenNotified: ['A display name was declined'],
  },
  'phone_number_name_update.without_ninth_digit': {
    reads: 'now',
    answers: { brazilian: { name_status: 'PENDING_REVIEW' } },
    then: { brazilian: { name_status: 'PENDING_REVIEW' } },
  },
  'phone_number_quality_update.flagged': {
    lines: { line: { platform_status: 'FLAGGED', messaging_limit: 'TIER_10K' } },
    notified: ['The platform flagged a number'],
    reads: 'soon',
    answers: { line: { status: 'FLAGGED', whatsapp_business_manager_messaging_limit: 'TIER_10K' } },
  },
  'phone_number_quality_update.throughput': refreshed,
  'security.pin_changed': { lines: { line: { has_pin: false } } },
  'security.pin_reset_request': nothing,
  'smb_app_state_sync.contacts': nothing,
  'smb_message_echoes.text': nothing,
  'standby.message': nothing,
  'standby.status': nothing,
  'template_category_update.done': { template: { category: 'MARKETING' }, readsTemplates: true },
  'template_category_update.notice': {
    template: { category_change: { category: 'MARKETING', at: '2026-11-03T00:00:00.000Z' } },
    notified: ['The category of a template will change'],
  },
  template_correct_category_detection: { template: { correct_category: 'MARKETING' } },
  'user_preferences.stop': nothing,
};
