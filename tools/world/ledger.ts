/** A delivery report that the service has accepted. */
export interface AcceptedReport {
  readonly phone_number_id: string;
  readonly message_id: string;
  readonly status: string;
}

export interface ImportedRow {
  readonly external_customer_id: string;
  readonly customer_name: string;
}

/** A call with its final answer, and the numbers of the table's changes before it and then. */
export interface CallDuring {
  readonly route: string;
  readonly given: Readonly<Record<string, unknown>>;
  readonly status: number;
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

/** What actors did, which rules compare with what the service shows. */
export class Ledger {
  /** Of callers who race each other. */
  readonly calls: CallDuring[] = [];
  /** The final answers to calls that were sent at once with one key. */
  readonly repeated: { readonly route: string; readonly answers: readonly string[] }[] = [];
  readonly reports: AcceptedReport[] = [];
  /** The ids of accepted imports, with their valid rows. No other change gives their names. */
  readonly imports = new Map<string, readonly ImportedRow[]>();
  /** Personal texts by customer. An erasure leaves none of them. */
  readonly personal = new Map<string, readonly string[]>();
  /** When an account's templates changed last at the platform. */
  readonly templateChanges = new Map<string, number>();
  /** When an account's health changed last at the platform. */
  readonly healthChanges = new Map<string, number>();
  /** The accounts that took the app away: a deactivation removes nothing there. */
  readonly withoutApp = new Set<string>();
  /** The accounts whose tokens the platform refused, if only for a while. */
  readonly endedTokens = new Set<string>();
  /** The numbers whose callback somebody removed at the platform, and that no refresh has read since. */
  readonly removedUnnoticed = new Set<string>();
  /** The numbers whose owner gave them a PIN, maybe after a line gave one. */
  readonly foreignPins = new Set<string>();
  /** The numbers whose line the operator released by force, and that may keep their callback. */
  readonly released = new Set<string>();
  /** Calls that were accepted with a credential that was taken away more than a minute before. */
  readonly lateUses: string[] = [];
  /** The operator's commands that succeeded, by their input too: a repeated one changes nothing. */
  readonly commands = new Map<string, string>();
}
