import { isoOf } from '../kernel/time.ts';
import type { Change } from './history.ts';
import type { TemplateRow } from './template.ts';

/** A template as its events show it, without its components. */
export interface EventTemplate {
  readonly template_id: string;
  readonly platform_waba_id: string;
  readonly name: string;
  readonly language: string;
  readonly category: string | null;
  readonly status: string | null;
  readonly quality_score: string | null;
  readonly rejected_reason: string | null;
  /** The category that the template is going to have, and from when on. */
  readonly category_change: { readonly category: string; readonly at: string } | null;
}

export interface TemplateEvent {
  readonly type: 'service.partner.template.updated';
  readonly data: {
    readonly template: EventTemplate;
    readonly previous: Readonly<Record<string, unknown>>;
    readonly changed_fields: readonly string[];
    readonly reason: string | null;
  };
}

const eventTemplateOf = (wabaId: string, row: TemplateRow): EventTemplate => {
  const change = row.notes?.category_change ?? null;
  return {
    template_id: row.id,
    platform_waba_id: wabaId,
    name: row.name,
    language: row.language,
    category: row.category,
    status: row.status,
    quality_score: row.quality_score,
    rejected_reason: row.rejected_reason,
    category_change: change === null ? null : { category: change.category, at: isoOf(change.at) },
  };
};

const followed = ['status', 'category', 'quality_score', 'category_change'] as const;

/** A change of a template of a business account. */
export interface TemplateTurn {
  readonly before: TemplateRow;
  readonly after: TemplateRow;
}

/** Both have their properties in the same order. */
const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** What a change made differ; null when no field of the events did. */
export const templateChange = (wabaId: string, { before, after }: TemplateTurn): Change | null => {
  const [was, is] = [eventTemplateOf(wabaId, before), eventTemplateOf(wabaId, after)];
  const names = followed.filter((name) => !isSame(was[name], is[name]));
  if (names.length === 0) return null;
  const pick = (from: EventTemplate) => Object.fromEntries(names.map((name) => [name, from[name]]));
  return { previous: pick(was), next: pick(is) };
};

export const templateEvent = (wabaId: string, { after }: TemplateTurn, { previous, next }: Change): TemplateEvent => ({
  type: 'service.partner.template.updated',
  data: {
    template: eventTemplateOf(wabaId, after),
    previous,
    changed_fields: Object.keys(next),
    reason: 'status' in next ? after.rejected_reason : null,
  },
});
