import type { AccountNotice } from './account-notices.ts';
import type { ReportedFacts } from './instance-facts.ts';
import type { TemplateUpdate } from './template.ts';
import type { Milliseconds } from '../kernel/time.ts';

/** Which instances of a business account a callback is about. */
export type InstanceScope =
  | { readonly kind: 'all' }
  /** Those whose numbers are used in the business app as well. */
  | { readonly kind: 'coexistence' }
  /** The one with the number, by its digits. */
  | { readonly kind: 'number'; readonly digits: string }
  | { readonly kind: 'number_id'; readonly id: string };

/** When instances are refreshed after a callback: at once, or when the answers of the platform surely agree with the callback. */
export type Refresh = 'now' | 'soon';

/** What a callback reports about instances. */
export type InstanceUpdate =
  | {
      readonly kind: 'facts';
      /** Of the numbers; may be empty. */
      readonly facts: ReportedFacts;
      readonly notice: AccountNotice | null;
      readonly refresh: Refresh | null;
    }
  /** The service lost access. */
  | {
      readonly kind: 'lost';
      readonly event: string;
      /** Why, in words of the platform; null without a reason. */
      readonly reason: string | null;
      /** False when the callback may be about others: then the platform is asked first. */
      readonly isCertain: boolean;
    }
  /** Lost access may be back. */
  | { readonly kind: 'returned'; readonly facts: ReportedFacts }
  /** A person changed the PIN of the number. */
  | { readonly kind: 'pin_changed' };

export interface TemplateContent {
  readonly about: 'template';
  readonly templateId: string;
  /** Null when the callback has no name. */
  readonly name: string | null;
  readonly update: TemplateUpdate;
  /** Whether the platform has to be asked for what the callback does not say. */
  readonly readsAgain: boolean;
}

export interface InstanceContent {
  readonly about: 'instances';
  readonly scope: InstanceScope;
  readonly update: InstanceUpdate;
}

/** What the operator has to do. */
interface OperatorContent {
  readonly about: 'operator';
  readonly event: string;
}

export type ChangeContent = TemplateContent | InstanceContent | OperatorContent;

/** One change that a callback reported. */
export interface PlatformChange<Of extends ChangeContent = ChangeContent> {
  readonly wabaId: string;
  readonly at: Milliseconds;
  readonly content: Of;
}
