import { invalidParameter, messagingError } from './errors.ts';
import { textOf } from './simulator.ts';
import type { GraphCall, Simulator } from './simulator.ts';
import { digits } from './state.ts';
import type { PhoneNumber } from './state.ts';

/** `POST /{phone}/request_code {code_method, language}`: the control API shows the code. */
export function requestCode({ storage }: Simulator, call: GraphCall, number: PhoneNumber): unknown {
  const method = textOf(call, 'code_method');
  if (method !== 'SMS' && method !== 'VOICE') throw invalidParameter('code_method must be SMS or VOICE');
  if (!/^[a-z]{2}(_[A-Z]{2})?$/.test(textOf(call, 'language') ?? '')) {
    throw invalidParameter('The parameter language is required.');
  }
  if (number.fields['code_verification_status'] === 'VERIFIED') {
    throw messagingError(
      136024,
      'Request code failed',
      'The phone number is verified already. A code can only be requested for a number that is not.',
    );
  }
  number.verificationCode = digits(6);
  storage.changed();
  return { success: true };
}

/** `POST /{phone}/verify_code {code}` */
export function verifyCode({ storage }: Simulator, call: GraphCall, number: PhoneNumber): unknown {
  const code = textOf(call, 'code')?.replaceAll('-', '');
  if (code === undefined) throw invalidParameter('The parameter code is required.');
  if (code !== number.verificationCode) throw messagingError(136025, 'Verify code error', 'The code is incorrect.');
  number.verificationCode = null;
  number.fields['code_verification_status'] = 'VERIFIED';
  storage.changed();
  return { success: true };
}
