import type { Milliseconds } from '../../kernel/time.ts';

/** Parameters of a call, without `route`. */
export type Given = Readonly<Record<string, unknown>>;

/**
 * Who calls: a partner by its key, one without instances, one with as many records as a partner may have, or one of the size
 * `large`; an owner of a team; or who was last invited to that team. A ground may have one partner for all of them.
 */
export type Caller = 'partner' | 'bare' | 'populous' | 'sharded' | 'owner' | 'invited';

/** What the cases of scenes may ask for. Whatever plays them implements it. */
export interface Ground {
  /** A new name for each call. */
  readonly fresh: () => string;
  readonly now: () => Milliseconds;
  /** Makes a call that must succeed, with an idempotency key if one is given. @returns its body */
  readonly call: (route: string, given: Given, as?: Caller, key?: string) => Promise<Given>;
  /** Carries out the work that is due. */
  readonly settle: () => Promise<void>;

  /** Creates a customer. @returns its id */
  readonly customer: (more?: Given) => Promise<string>;
  /** Creates an instance that waits to be connected. @returns its id */
  readonly newLine: (customerId?: string) => Promise<string>;
  /** Creates an instance that is connected to a number of its own. @returns its id */
  readonly line: (of?: { readonly customerId?: string; readonly key?: string }) => Promise<string>;
  /** Creates many instances of a customer at once. */
  readonly lines: (customerId: string, count: number) => Promise<void>;

  /** An endpoint that passes validation. */
  readonly endpoint: () => { readonly url: string; readonly verifyToken: string };
  /** The URL of an image that the hosted page may show. */
  readonly logo: string;
  /** Takes the bare partner's webhook secrets away. */
  readonly withoutSecret: () => Promise<void>;
  /** An event that its first attempt delivered, of the populous partner. @returns its id */
  readonly event: () => Promise<string>;

  /** A business account whose templates are synchronized. */
  readonly account: (size: 'small' | 'large') => Promise<{
    readonly id: string;
    readonly template: { readonly name: string; readonly language: string };
  }>;

  /** The phone number of an instance that may report. */
  readonly reportingNumber: () => Promise<string>;
  /** The times between which the populous partner has reports. */
  readonly reported: { readonly from: Milliseconds; readonly to: Milliseconds };
  /** Closes the bare partner's days but the last. @returns the first one */
  readonly closedDays: () => Promise<string>;
  /** The e-mail address of a customer of the populous partner. */
  readonly contact: () => Promise<string>;

  /** Notifies the team. @returns the id of the notification */
  readonly notification: () => Promise<string>;
  /** The partner that the team belongs to. */
  readonly teamOf: string;
  /** The e-mail address of a person who is not in the team. */
  readonly outsider: () => Promise<string>;
  /** Invites that person to the team. @returns the id of the member */
  readonly invited: () => Promise<string>;
  /** Leaves the team's partner with so many keys. @returns the id of the newest */
  readonly keys: (count: 1 | 2) => Promise<string>;
}
