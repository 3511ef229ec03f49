import type { ReportedFacts } from './instance-facts.ts';
import type { TemplateUpdate } from './template.ts';
import type { Milliseconds } from './time.ts';

/** What the platform does to a whole business account that its members have to know. */
export type AccountAlarm = 'ACCOUNT_RESTRICTION' | 'SCHEDULE_FOR_DISABLE' | 'DISABLE';

/** What is told of the lines of a business account. */
export type InstanceUpdate =
  | {
      readonly kind: 'facts';
      /** Of their numbers; may be none. */
      readonly facts: ReportedFacts;
      readonly alarm: AccountAlarm | null;
      /** Whether there is more to it, which the platform tells when it is asked. */
      readonly look: boolean;
    }
  /** The service may no longer act for them; `event` says why. */
  | { readonly kind: 'lost'; readonly event: string };

export interface TemplateContent {
  readonly about: 'template';
  readonly templateId: string;
  /** Null: the platform did not say. */
  readonly name: string | null;
  readonly update: TemplateUpdate;
}

export interface InstanceContent {
  readonly about: 'instances';
  /** The digits of the one number it is about; null: all of the business account. */
  readonly number: string | null;
  readonly update: InstanceUpdate;
}

export type ChangeContent = TemplateContent | InstanceContent;

/** One change that the platform called back about. */
export interface PlatformChange<Of extends ChangeContent = ChangeContent> {
  readonly wabaId: string;
  readonly at: Milliseconds;
  readonly content: Of;
}

/** A phone number as it can be compared, however it is written. */
export const digitsOf = (phoneNumber: string): string => phoneNumber.replace(/\D/g, '');
