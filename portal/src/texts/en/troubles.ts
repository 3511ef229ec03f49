import { troubleOfCode, type PlatformTrouble } from '../../pieces/platform-troubles.ts';

interface Trouble {
  /** In short, for lists. */
  readonly what: string;
  readonly remedy: string;
}

const all: Readonly<Record<PlatformTrouble, Trouble>> = {
  payment_missing: {
    what: 'No valid payment method',
    remedy:
      'The line can’t start conversations. The customer opens the payment settings in WhatsApp Manager and adds a payment method.',
  },
  business_not_verified: {
    what: 'Business not verified',
    remedy: 'The customer starts the verification in the Security Centre of the business settings.',
  },
  account_restricted: {
    what: 'Business account restricted',
    remedy: 'The customer sees the reason in WhatsApp Manager, and asks for a review there.',
  },
  country_restricted: {
    what: 'Some countries are closed to it',
    remedy: 'The platform’s messaging policy says which countries are open to the customer’s kind of business.',
  },
  name_not_approved: {
    what: 'Display name not approved',
    remedy: 'Wait for the review. After a refusal, the customer chooses another name in WhatsApp Manager.',
  },
  number_not_verified: {
    what: 'Number not verified',
    remedy: 'The customer signs up again, and enters the code that comes by text message or call.',
  },
  pin_wrong: {
    what: 'Wrong PIN',
    remedy: 'The customer changes the PIN of two-step verification in WhatsApp Manager.',
  },
  synchronisation_failed: {
    what: 'Chats not synchronised',
    remedy: 'The customer signs up again, with the app open on the phone.',
  },
  number_not_registered: {
    what: 'Number not registered',
    remedy: 'Create a link to connect the line again, and send it to the customer.',
  },
  endpoint_unreachable: {
    what: 'Your endpoint did not answer',
    remedy: 'Repair the endpoint, then connect the line again.',
  },
  quality_low: {
    what: 'Limited for low quality',
    remedy: 'Send fewer messages, and only to people who expect them. The limit ends by itself.',
  },
  number_deleted: { what: 'Number deleted a moment ago', remedy: 'Wait for ten minutes, then connect the line again.' },
  pin_locked: { what: 'Too many wrong PINs', remedy: 'Wait for a day, then connect the line again.' },
  registration_limit: { what: 'Registered too often', remedy: 'Wait for three days, then connect the line again.' },
};

const reasonUnknown = 'The line shows what the platform says.';

export const troubles = {
  all,
  title: 'Why the platform blocks or limits this line',
  platformSays: 'The platform says',
  code: (code: number) => `Code ${code}`,
  /** @param code of the platform, in digits */
  reason: (code: string): string => {
    const trouble = troubleOfCode.get(Number(code));
    return trouble === undefined ? reasonUnknown : `${all[trouble].what}. ${all[trouble].remedy}`;
  },
};
