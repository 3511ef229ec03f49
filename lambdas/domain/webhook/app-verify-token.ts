import { createHmac } from 'node:crypto';

/**
 * The token with which the platform verifies the service's callback URL: the app's, which is entered at the platform together
 * with the URL, and that of lines whose callbacks the service relays. It is derived from the app's secret, so that it needs no storage.
 */
export const appVerifyToken = (appSecret: string): string =>
  createHmac('sha256', appSecret).update('platform callback').digest('hex');
