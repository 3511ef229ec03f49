import type { Notification, NotificationKind, NotificationSeverity, OfKind } from './notification.ts';
import type { TemplateRow } from './template.ts';
import { isoOf, type Milliseconds } from '../kernel/time.ts';

interface Bad {
  readonly kind: Extract<NotificationKind, 'template_rejected' | 'template_paused' | 'template_disabled'>;
  readonly severity: NotificationSeverity;
  readonly title: string;
  readonly means: string;
}

/** The statuses that cause a notification. */
const bad: ReadonlyMap<string, Bad> = new Map([
  [
    'REJECTED',
    {
      kind: 'template_rejected',
      severity: 'warning',
      title: 'A template was rejected',
      means: 'It cannot be sent.',
    },
  ],
  [
    'PAUSED',
    {
      kind: 'template_paused',
      severity: 'warning',
      title: 'A template was paused',
      means: 'Its quality is low; it cannot be sent until the platform lifts the pause.',
    },
  ],
  [
    'DISABLED',
    {
      kind: 'template_disabled',
      severity: 'critical',
      title: 'A template was disabled',
      means: 'It cannot be sent any more. Edit it, or use another one.',
    },
  ],
]);

const shortened = (text: string, most: number): string => (text.length <= most ? text : `${text.slice(0, most - 1)}…`);

/** A name has up to 512 characters. */
const named = ({ name, language }: TemplateRow): string => `${shortened(name, 80)} (${language})`;

/** Why the platform rejected a template, and what it recommends. `NONE` is the reason of one that it did not reject. */
const whyRejected = ({ rejected_reason: reason, notes }: TemplateRow): string | null => {
  const info = notes?.rejection_info;
  const texts = [info?.reason, info?.recommendation].filter((text) => typeof text === 'string');
  const said = [
    ...(reason === null || reason === 'NONE' ? [] : [reason]),
    ...(texts.length === 0 ? [] : [texts.join(' ')]),
  ];
  return said.length === 0 ? null : shortened(said.join(': '), 600);
};

/** The platform announces a change of a category 24 hours ahead. */
const announced = (before: TemplateRow, after: TemplateRow): readonly Notification[] => {
  const change = after.notes?.category_change ?? null;
  const known = before.notes?.category_change ?? null;
  if (change === null || (known?.category === change.category && known.at === change.at)) return [];
  const at = isoOf(change.at);
  return [
    {
      kind: 'template_category_changes',
      facts: { name: after.name, language: after.language, category: change.category, changes_at: at },
      category: 'templates',
      severity: 'warning',
      title: 'The category of a template will change',
      body: `The platform changes ${named(after)} to the category ${change.category} at ${at}. Its prices and rules then apply.`,
      entity: { type: 'template', id: after.id },
      onceKey: `template:${after.id}:category:${change.category}:${at}`,
    },
  ];
};

const contentOf = (kind: Bad['kind'], { name, language }: TemplateRow, reason: string | null): OfKind =>
  kind === 'template_rejected' ? { kind, facts: { name, language, reason } } : { kind, facts: { name, language } };

/** The notification of a bad status. */
const ofStatus = (before: TemplateRow, after: TemplateRow, now: Milliseconds): readonly Notification[] => {
  const found = after.status === before.status ? undefined : bad.get(after.status ?? '');
  if (found === undefined) return [];
  const why = found.kind === 'template_rejected' ? whyRejected(after) : null;
  return [
    {
      ...contentOf(found.kind, after, why),
      category: 'templates',
      severity: found.severity,
      title: found.title,
      body: `${named(after)} is ${after.status ?? ''} at the platform. ${found.means}${why === null ? '' : ` The platform says: ${why}`}`,
      entity: { type: 'template', id: after.id },
      onceKey: `template:${after.id}:${after.status ?? ''}:${isoOf(now).slice(0, 13)}`,
    },
  ];
};

/** The notifications that a change of a template causes. */
export const templateNotifications = (
  before: TemplateRow,
  after: TemplateRow,
  now: Milliseconds,
): readonly Notification[] => [...ofStatus(before, after, now), ...announced(before, after)];
