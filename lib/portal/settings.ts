export interface PortalSettings {
  /** A publishable key of the stage, which the portal sends with every call. `publishable-keys issue` made it. */
  readonly publishableKey: string;
}
