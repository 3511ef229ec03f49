import * as z from 'zod/mini';
import type { TemplateContent } from '../domain/platform-change.ts';
import type { TemplateUpdate } from '../domain/template.ts';
import type { StatusNotes } from '../domain/template-notes.ts';
import { idValue, optionalString, optionalTime } from './callback-values.ts';

/**
 * The callbacks about templates. Each of their values is an open string.
 * https://developers.facebook.com/documentation/business-messaging/whatsapp/webhooks/reference
 */
const template = { message_template_id: idValue, message_template_name: optionalString };
const optional = <T extends z.ZodMiniType>(schema: T) => z.catch(z.optional(z.nullable(schema)), undefined);

const status = z.object({
  ...template,
  event: z.string(),
  reason: optionalString,
  message_template_category: optionalString,
  disable_info: optional(z.object({ disable_date: optionalTime })),
  other_info: optional(z.object({ title: optionalString, description: optionalString })),
  rejection_info: optional(z.object({ reason: optionalString, recommendation: optionalString })),
});
const quality = z.object({ ...template, new_quality_score: z.string() });
const category = z.object({
  ...template,
  new_category: z.string(),
  correct_category: optionalString,
  category_update_timestamp: optionalTime,
});
const advice = z.object({ ...template, correct_category: z.string() });

type Status = z.infer<typeof status>;
type Given = Pick<Status, keyof typeof template>;

const contentOf = (given: Given, update: TemplateUpdate, readsAgain = false): TemplateContent => ({
  about: 'template',
  templateId: given.message_template_id,
  name: given.message_template_name ?? null,
  update,
  readsAgain,
});

/** Warnings, and the beginning and end of a lock for editing. */
const noStatus: ReadonlySet<string> = new Set(['FLAGGED', 'LOCKED', 'UNLOCKED']);

/** Events after which the template has its former status, which the callback does not tell. */
const restored: ReadonlySet<string> = new Set(['UNARCHIVED', 'UNPAUSED']);

const statusOf = (event: string): string | null => {
  if (noStatus.has(event) || restored.has(event)) return null;
  return event === 'REINSTATED' ? 'APPROVED' : event;
};

const notesOf = ({ disable_info, other_info, rejection_info }: Status): StatusNotes => ({
  disable_date: disable_info?.disable_date ?? null,
  other_info: other_info ? { title: other_info.title ?? null, description: other_info.description ?? null } : null,
  rejection_info: rejection_info
    ? { reason: rejection_info.reason ?? null, recommendation: rejection_info.recommendation ?? null }
    : null,
});

/** A sample of the platform has a change of the quality under the field of the status. @throws ZodError */
export const readTemplateStatus = (value: unknown): TemplateContent => {
  if (quality.safeParse(value).success) return readTemplateQuality(value);
  const given = status.parse(value);
  const update: TemplateUpdate = {
    kind: 'status',
    status: statusOf(given.event),
    rejectedReason: given.reason ?? null,
    category: given.message_template_category ?? null,
    notes: notesOf(given),
  };
  return contentOf(given, update, restored.has(given.event));
};

/** @throws ZodError */
export const readTemplateQuality = (value: unknown): TemplateContent => {
  const given = quality.parse(value);
  return contentOf(given, { kind: 'quality', score: given.new_quality_score });
};

/**
 * A change that the platform announces has `correct_category`: `new_category` is the present one then. One that is done changes
 * the details as well, such as the previous category. @throws ZodError
 */
export const readTemplateCategory = (value: unknown): TemplateContent => {
  const { correct_category: coming, category_update_timestamp: at, ...given } = category.parse(value);
  if (typeof coming !== 'string') return contentOf(given, { kind: 'category', category: given.new_category }, true);
  return contentOf(
    given,
    at === undefined
      ? { kind: 'correct_category', category: coming }
      : { kind: 'category_change', category: coming, at },
  );
};

/** @throws ZodError */
export const readTemplateAdvice = (value: unknown): TemplateContent => {
  const given = advice.parse(value);
  return contentOf(given, { kind: 'correct_category', category: given.correct_category });
};

/** The callback does not have all components. @throws ZodError */
export const readTemplateComponents = (value: unknown): TemplateContent =>
  contentOf(z.object(template).parse(value), { kind: 'components' }, true);
