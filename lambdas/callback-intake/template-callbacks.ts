import * as z from 'zod/mini';
import type { TemplateContent } from '../domain/platform-change.ts';
import type { TemplateUpdate } from '../domain/template.ts';
import { idValue, optionalString } from './callback-values.ts';

/**
 * The callbacks about templates. Each of their values is an open string.
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

/** Events that do not change the status: a warning, and the beginning and end of a lock for editing. */
const noStatus: ReadonlySet<string> = new Set(['FLAGGED', 'LOCKED', 'UNLOCKED']);

/** @returns null when the event does not change the status @throws ZodError */
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

/** @returns null when the change is announced only: `new_category` is the current one then @throws ZodError */
export const readTemplateCategory = (value: unknown): TemplateContent | null => {
  const given = category.parse(value);
  return typeof given.correct_category === 'string'
    ? null
    : contentOf(given, { kind: 'category', category: given.new_category });
};
