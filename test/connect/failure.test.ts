import { describe, expect, test } from '@jest/globals';
import { failureOf } from '../../lambdas/connect/page/failure.ts';
import { isNotice, noticeOfStep } from '../../lambdas/connect/page/notice.ts';

describe('the explanation of an error code', () => {
  test.each([
    ['reconnect_mismatch', 'reconnect_mismatch'],
    ['number_taken', 'number_taken'],
    ['number_missing', 'number_missing'],
    ['number_not_verified', 'number_not_verified'],
    ['unknown_133006', 'number_not_verified'],
    ['pin_wrong', 'pin_wrong'],
    ['unknown_133005', 'pin_wrong'],
    ['pin_missing', 'pin_missing'],
    ['pin_locked', 'pin_locked'],
    ['unknown_133008', 'pin_locked'],
    ['line_133009', 'pin_locked'],
    ['registration_limit', 'registration_limit'],
    ['throttled_133016', 'registration_limit'],
    ['unknown_133015', 'number_deleted'],
    ['unknown_131037', 'name_not_approved'],
    ['account_131037', 'name_not_approved'],
    ['account_131042', 'payment_missing'],
    ['unknown_141006', 'payment_missing'],
    ['unknown_141010', 'business_not_verified'],
    ['account_130497', 'country_restricted'],
    ['line_133010', 'number_not_registered'],
    ['account_131048', 'quality_low'],
    ['choice_missing', 'choice_missing'],
    ['waba_not_shared', 'waba_not_shared'],
    ['webhook_endpoint_missing', 'webhook_endpoint_missing'],
    ['endpoint_unreachable', 'endpoint_unreachable'],
    ['unknown_2200', 'endpoint_unreachable'],
    ['parameter_2201', 'endpoint_unreachable'],
    ['account_restricted', 'account_restricted'],
    ['account_368', 'account_restricted'],
    ['account_131031', 'account_restricted'],
    ['token_invalid_190', 'access_withdrawn'],
    ['permission_200', 'access_withdrawn'],
    ['gone_100', 'access_withdrawn'],
    ['sync_failed', 'synchronisation_failed'],
    ['unknown_2593108', 'synchronisation_failed'],
    ['transient', 'platform_unavailable'],
    ['transient_2', 'platform_unavailable'],
    ['throttled_80007', 'platform_unavailable'],
    ['out_of_time', 'platform_unavailable'],
    ['interrupted', 'platform_unavailable'],
    // The platform's codes are open, and so are those of the service.
    ['unknown_999999', 'other'],
    ['parameter_100', 'other'],
    ['invalid_state', 'other'],
    ['constructor', 'other'],
    ['', 'other'],
    [null, 'other'],
  ])('%s is %s', (code, failure) => {
    expect(failureOf(code)).toBe(failure);
  });
});

describe('the notice of a sign-up that was left', () => {
  test.each([
    ['BUSINESS_ACCOUNT_SELECTION', 'stopped_at_account'],
    ['WABA_PHONE_PROFILE_PICKER', 'stopped_at_number'],
    ['WHATSAPP_BUSINESS_PROFILE_SETUP', 'stopped_at_profile'],
    ['PHONE_NUMBER_SETUP', 'stopped_at_phone'],
    ['PHONE_NUMBER_VERIFICATION', 'stopped_at_verification'],
    ['PERMISSIONS', 'stopped_at_permissions'],
    ['A_NEW_STEP', 'declined'],
    ['', 'declined'],
  ])('at %s is %s', (step, notice) => {
    expect(noticeOfStep(step)).toBe(notice);
    expect(isNotice(noticeOfStep(step))).toBe(true);
  });

  test('is one of the known ones in a query', () => {
    for (const text of ['', 'constructor', '<b>', null]) expect(isNotice(text)).toBe(false);
  });
});
