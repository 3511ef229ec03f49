import type { Simulator } from './simulator.ts';
import type { PhoneNumber, Waba } from './state.ts';

type Ability = 'AVAILABLE' | 'LIMITED' | 'BLOCKED';

/** https://developers.facebook.com/documentation/business-messaging/whatsapp/support/health-status */
export function healthOf(simulator: Simulator, number: PhoneNumber): unknown {
  const able = abilityOf(number);
  const waba = simulator.storage.state.wabas.get(number.wabaId);
  return {
    can_send_message: worstOf([able, ...(waba?.healthErrors ?? []).map((error) => error.can_send_message)]),
    entities: [
      { entity_type: 'PHONE_NUMBER', id: number.id, can_send_message: able, ...reasons(able, number) },
      ...(waba === undefined ? [] : accountEntities(simulator, waba)),
    ],
  };
}

function accountEntities({ appId }: Simulator, waba: Waba): readonly unknown[] {
  const entities = [
    { entity_type: 'WABA', id: waba.id },
    { entity_type: 'BUSINESS', id: waba.portfolioId },
    { entity_type: 'APP', id: appId },
  ];
  return entities.map((entity) => {
    const own = waba.healthErrors.filter((error) => error.entity_type === entity.entity_type);
    const errors = own.map(({ entity_type: _, can_send_message: _able, ...error }) => error);
    const able = worstOf(own.map((error) => error.can_send_message));
    return { ...entity, can_send_message: able, ...(errors.length === 0 ? {} : { errors }) };
  });
}

function worstOf(abilities: readonly Ability[]): Ability {
  return abilities.find((able) => able === 'BLOCKED') ?? abilities.find((able) => able === 'LIMITED') ?? 'AVAILABLE';
}

function abilityOf({ fields }: PhoneNumber): Ability {
  const status = fields['status'];
  if ((status === 'CONNECTED' || status === 'PENDING') && fields['name_status'] === 'PENDING_REVIEW') return 'LIMITED';
  if (status === 'CONNECTED') return 'AVAILABLE';
  return status === 'FLAGGED' || status === 'RESTRICTED' || status === 'RATE_LIMITED' ? 'LIMITED' : 'BLOCKED';
}

/** What is limited has additional information, and what is blocked has errors. */
function reasons(able: Ability, { fields }: PhoneNumber): Readonly<Record<string, unknown>> {
  const status = String(fields['status']);
  switch (able) {
    case 'AVAILABLE':
      return {};
    case 'LIMITED': {
      const isInReview = fields['name_status'] === 'PENDING_REVIEW';
      const reason = isInReview ? 'Your display name has not been approved yet.' : `The phone number is ${status}.`;
      return { additional_info: [reason] };
    }
    case 'BLOCKED':
      return {
        errors: [
          {
            error_code: 141_000,
            error_description: `The phone number is ${status}.`,
            possible_solution: 'Register the phone number, or see its status in the manager of the platform.',
          },
        ],
      };
  }
}
