import type { ReportedFacts } from './instance-facts.ts';
import type { TemplateUpdate } from './template.ts';
import type { Milliseconds } from './time.ts';

/** Restrictions of a whole business account. */
export type AccountAlarm = 'ACCOUNT_RESTRICTION' | 'SCHEDULE_FOR_DISABLE' | 'DISABLE';

/** What a callback reports about instances. */
export type InstanceUpdate =
  | {
      readonly kind: 'facts';
      /** Of the numbers; may be empty. */
      readonly facts: ReportedFacts;
      readonly alarm: AccountAlarm | null;
      /** Whether the platform has to be asked for the rest. */
      readonly needsRefresh: boolean;
    }
  /** The service lost access; `event` is the reason. */
  | { readonly kind: 'lost'; readonly event: string };

export interface TemplateContent {
  readonly about: 'template';
  readonly templateId: string;
  /** Null when the callback has no name. */
  readonly name: string | null;
  readonly update: TemplateUpdate;
}

export interface InstanceContent {
  readonly about: 'instances';
  /** The digits of the one number it is about; null for all numbers of the business account. */
  readonly number: string | null;
  readonly update: InstanceUpdate;
}

export type ChangeContent = TemplateContent | InstanceContent;

/** One change that a callback reported. */
export interface PlatformChange<Of extends ChangeContent = ChangeContent> {
  readonly wabaId: string;
  readonly at: Milliseconds;
  readonly content: Of;
}

/** A phone number in comparable form. */
export const digitsOf = (phoneNumber: string): string => phoneNumber.replace(/\D/g, '');
