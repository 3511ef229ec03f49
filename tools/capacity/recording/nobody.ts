import type { Cast } from '../replay/cast.ts';

/** For what an operation is not about. */
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
