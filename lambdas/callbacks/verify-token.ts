import { createHmac } from 'node:crypto';

/**
 * The token with which the platform verifies the app's callback URL. It is entered at the platform together with the
 * URL. It is derived from the app's secret, so that it needs no storage.
 */
export const verifyTokenOf = (appSecret: string): string =>
  createHmac('sha256', appSecret).update('platform callback').digest('hex');
