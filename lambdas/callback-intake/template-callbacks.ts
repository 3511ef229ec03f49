import * as z from 'zod/mini';
import type { TemplateContent } from '../domain/platform-change.ts';
import type { TemplateUpdate } from '../domain/template.ts';
import { idValue, optionalString } from './callback-values.ts';

/**
 * What the callbacks about templates mean; every word is an open string.
 * https://developers.facebook.com/documentation/business-messaging/whatsapp/webhooks/reference
 */
const template = { message_template_id: idValue, message_template_name: optionalString };
const status = z.object({ ...template, event: z.string(), reason: optionalString });
const quality = z.object({ ...template, new_quality_score: z.string() });
const category = z.object({ ...template, new_category: z.string(), correct_category: optionalString });

type Given = Pick<z.infer<typeof status>, keyof typeof template>;

const contentOf = (given: Given, update: TemplateUpdate): TemplateContent => ({
  about: 'template',
  templateId: given.message_template_id,
  name: given.message_template_name ?? null,
  update,
});

/** Events that leave the status as it is: a warning, and being closed for editing and opened again. */
const noStatus: ReadonlySet<string> = new Set(['FLAGGED', 'LOCKED', 'UNLOCKED']);

/** Null: the event changes no status. @throws ZodError */
export const readTemplateStatus = (value: unknown): TemplateContent | null => {
  const given = status.parse(value);
  if (noStatus.has(given.event)) return null;
  const word = given.event === 'REINSTATED' ? 'APPROVED' : given.event;
  return contentOf(given, { kind: 'status', status: word, rejectedReason: given.reason ?? null });
};

/** @throws ZodError */
export const readTemplateQuality = (value: unknown): TemplateContent => {
  const given = quality.parse(value);
  return contentOf(given, { kind: 'quality', score: given.new_quality_score });
};

/** Null: the category is going to change; until then the "new" one is that of before. @throws ZodError */
export const readTemplateCategory = (value: unknown): TemplateContent | null => {
  const given = category.parse(value);
  return typeof given.correct_category === 'string'
    ? null
    : contentOf(given, { kind: 'category', category: given.new_category });
};
