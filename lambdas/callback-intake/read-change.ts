import * as z from 'zod/mini';
import type { CallbackField, ReceivedChange } from '../domain/callback-message.ts';
import type { PlatformChange, ChangeContent } from '../domain/platform-change.ts';
import { day, type Milliseconds } from '../domain/time.ts';
import { readAccount, readAlert, readCapability, readNumberName, readNumberQuality } from './instance-callbacks.ts';
import { readTemplateCategory, readTemplateQuality, readTemplateStatus } from './template-callbacks.ts';
import { idValue } from './callback-values.ts';

const readers: Readonly<Record<CallbackField, (value: unknown) => ChangeContent | null>> = {
  message_template_status_update: readTemplateStatus,
  message_template_quality_update: readTemplateQuality,
  template_category_update: readTemplateCategory,
  account_update: readAccount,
  account_alerts: readAlert,
  phone_number_quality_update: readNumberQuality,
  phone_number_name_update: readNumberName,
  business_capability_update: readCapability,
};

/** Entries of a business name the business account in their value. */
const owner = z.object({ waba_info: z.object({ waba_id: idValue }) });

/** A time more than a day ahead is wrong. Later changes would appear older than it. */
const timeOf = ({ time }: ReceivedChange, now: Milliseconds): Milliseconds =>
  time === null || time * 1000 > now + day ? now : time * 1000;

/**
 * Reads a change. @returns null when the service does not act on it
 * @throws ZodError when the value does not fit its field
 */
export const readChange = (received: ReceivedChange, now: Milliseconds): PlatformChange | null => {
  const content = readers[received.field](received.value);
  if (content === null) return null;
  const wabaId = owner.safeParse(received.value).data?.waba_info.waba_id ?? received.entryId;
  return { wabaId, at: timeOf(received, now), content };
};
