/** The app's settings, as its pages at the platform have them. */
export interface AppSettings {
  /** The webhook fields that the app subscribes; null: all, also ones that the platform adds. */
  readonly subscriptions: readonly string[] | null;
  /** The permissions with advanced access. */
  readonly permissions: readonly string[];
  /** In place of those that the simulator was started with; null: those. */
  readonly redirectUris: readonly string[] | null;
  /** Days that a token of the configuration lasts; null: it does not expire. */
  readonly tokenDays: number | null;
}

export const MANAGEMENT = 'whatsapp_business_management';
export const MESSAGING = 'whatsapp_business_messaging';
export const PERMISSIONS = ['business_management', MANAGEMENT, MESSAGING];

export const usualApp: AppSettings = {
  subscriptions: null,
  permissions: PERMISSIONS,
  redirectUris: null,
  tokenDays: 60,
};
