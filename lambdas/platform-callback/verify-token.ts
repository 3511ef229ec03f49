import { createHmac } from 'node:crypto';

/**
 * What the platform shows when it verifies the app's callback URL: entered on its pages by whoever sets the URL. It
 * follows from the app's secret, so that there is nothing else to keep.
 */
export const verifyTokenOf = (appSecret: string): string =>
  createHmac('sha256', appSecret).update('platform callback').digest('hex');
