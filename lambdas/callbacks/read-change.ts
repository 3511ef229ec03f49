import * as z from 'zod/mini';
import type { CallbackField, ReceivedChange } from '../domain/callback-message.ts';
import type { PlatformChange, ChangeContent } from '../domain/platform-change.ts';
import { day, type Milliseconds } from '../kernel/time.ts';
import { readAccount } from './account-callbacks.ts';
import {
  readAlert,
  readCapability,
  readNumberName,
  readNumberQuality,
  readReview,
  readSecurity,
  readUsername,
} from './instance-callbacks.ts';
import {
  readTemplateAdvice,
  readTemplateCategory,
  readTemplateComponents,
  readTemplateQuality,
  readTemplateStatus,
} from './template-callbacks.ts';
import { idValue } from './callback-values.ts';

type Reader = (value: unknown, now: Milliseconds, appId: string | null) => ChangeContent | null;

const readers: Readonly<Record<CallbackField, Reader>> = {
  message_template_status_update: readTemplateStatus,
  message_template_quality_update: readTemplateQuality,
  message_template_components_update: readTemplateComponents,
  template_category_update: readTemplateCategory,
  template_correct_category_detection: readTemplateAdvice,
  account_update: readAccount,
  account_alerts: readAlert,
  account_review_update: readReview,
  phone_number_quality_update: readNumberQuality,
  phone_number_name_update: readNumberName,
  business_username_updates: readUsername,
  business_capability_update: readCapability,
  security: readSecurity,
};

/** Entries of a business name the business account in their value. */
const owner = z.object({ waba_info: z.object({ waba_id: idValue }) });

/** A time more than a day ahead is wrong. Later changes would appear older than it. */
const timeOf = ({ time }: ReceivedChange, now: Milliseconds): Milliseconds =>
  time === null || time * 1000 > now + day ? now : time * 1000;

/**
 * Reads a change.
 * @param appId the app of the stage at the platform; null without one
 * @returns null when the service does not act on it
 * @throws ZodError when the value does not fit its field
 */
export const readChange = (
  received: ReceivedChange,
  now: Milliseconds,
  appId: string | null,
): PlatformChange | null => {
  const content = readers[received.field](received.value, now, appId);
  if (content === null) return null;
  const wabaId = owner.safeParse(received.value).data?.waba_info.waba_id ?? received.entryId;
  return { wabaId, at: timeOf(received, now), content };
};
