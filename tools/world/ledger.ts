/** A delivery report that the service has accepted. */
export interface AcceptedReport {
  readonly phone_number_id: string;
  readonly message_id: string;
  readonly status: string;
}

/** What actors did, which rules compare with what the service shows. */
export class Ledger {
  readonly reports: AcceptedReport[] = [];
  /** The ids of accepted imports, with the external ids of their valid rows. */
  readonly imports = new Map<string, readonly string[]>();
  /** Personal texts by customer. An erasure leaves none of them. */
  readonly personal = new Map<string, readonly string[]>();
  /** When an account's templates changed last at the platform. */
  readonly templateChanges = new Map<string, number>();
  /** The accounts that took the app away: a deactivation removes nothing there. */
  readonly withoutApp = new Set<string>();
  /** The numbers whose callback somebody removed at the platform, and that no refresh has read since. */
  readonly removedUnnoticed = new Set<string>();
  /** The operator's commands that succeeded, by their input too: a repeated one changes nothing. */
  readonly commands = new Map<string, string>();
}
