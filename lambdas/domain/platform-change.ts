import type { HeardFacts } from './line-facts.ts';
import type { TemplateNews } from './template.ts';
import type { Milliseconds } from './time.ts';

/** What the platform does to a whole business account that its members have to know. */
export type AccountAlarm = 'ACCOUNT_RESTRICTION' | 'SCHEDULE_FOR_DISABLE' | 'DISABLE';

/** What is told of the lines of a business account. */
export type LineNews =
  | {
      readonly kind: 'facts';
      /** Of their numbers; may be none. */
      readonly facts: HeardFacts;
      readonly alarm: AccountAlarm | null;
      /** Whether there is more to it, which the platform tells when it is asked. */
      readonly look: boolean;
    }
  /** The service may no longer act for them; `event` says why. */
  | { readonly kind: 'lost'; readonly event: string };

export interface TemplateTold {
  readonly about: 'template';
  readonly templateId: string;
  /** Null: the platform did not say. */
  readonly name: string | null;
  readonly news: TemplateNews;
}

export interface LinesTold {
  readonly about: 'lines';
  /** The digits of the one number it is about; null: all of the business account. */
  readonly number: string | null;
  readonly news: LineNews;
}

export type Told = TemplateTold | LinesTold;

/** One change that the platform called back about. */
export interface PlatformChange<Of extends Told = Told> {
  readonly wabaId: string;
  readonly at: Milliseconds;
  readonly told: Of;
}

/** A phone number as it can be compared, however it is written. */
export const digitsOf = (phoneNumber: string): string => phoneNumber.replace(/\D/g, '');
