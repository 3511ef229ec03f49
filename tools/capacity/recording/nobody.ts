import type { Cast } from '../replay/cast.ts';

/** The cast of an operation without ids. */
export const nobody: Cast = {
  partner: '',
  partnerKey: '',
  customer: '',
  external: '',
  receipt: '',
  event: '',
  instance: '',
  instanceKey: '',
  phoneNumber: '',
  message: '',
  size: '',
};
