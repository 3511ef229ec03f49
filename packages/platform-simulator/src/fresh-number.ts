import { digits, freshId } from './state.ts';
import type { PhoneNumber, State } from './state.ts';

/** A number after a sign-up: verified, but not registered yet, so it can't send. */
export function freshNumber(state: State, wabaId: string): PhoneNumber {
  return {
    id: freshId(state),
    wabaId,
    registered: false,
    registrations: [],
    registrationsLockedUntil: 0,
    onboardedAt: 0,
    overrideCallbackUri: null,
    twoStep: { pin: null, ignored: false, wrongTries: 0, lock: null },
    hindrance: null,
    synced: [],
    verificationCode: null,
    dataLocalizationRegion: null,
    username: null,
    fields: {
      verified_name: `Business ${digits(4)}`,
      display_phone_number: freshDisplayNumber(state),
      quality_rating: 'GREEN',
      status: 'PENDING',
      name_status: 'APPROVED',
      code_verification_status: 'VERIFIED',
      throughput: { level: 'STANDARD' },
      whatsapp_business_manager_messaging_limit: 'TIER_250',
      platform_type: 'CLOUD_API',
      account_mode: 'LIVE',
      is_official_business_account: false,
    },
  };
}

function freshDisplayNumber(state: State): string {
  const taken = new Set([...state.numbers.values()].map((number) => number.fields['display_phone_number']));
  for (;;) {
    const display = `+1 555-${digits(3)}-${digits(4)}`;
    if (!taken.has(display)) return display;
  }
}
