import { expect, test } from '@jest/globals';
import { afterUpdate, type TemplateRow, type TemplateUpdate } from '../../lambdas/domain/template.ts';
import { templateNotifications } from '../../lambdas/domain/template-notifications.ts';
import { hour } from '../../lambdas/kernel/time.ts';

const known: TemplateRow = {
  id: '1',
  name: 'order_ready',
  language: 'en_US',
  status: 'APPROVED',
  category: 'UTILITY',
  quality_score: null,
  rejected_reason: null,
  status_at: 0,
  quality_at: 0,
  category_at: 0,
  created_in: 1,
  changed_in: 1,
  changed_at: 0,
  notes: null,
};

// A callback with more templates than one commit takes is carried out in turns, which end when nothing differs.
test.each<TemplateUpdate>([
  { kind: 'category_change', category: 'MARKETING', at: 2_000 },
  { kind: 'correct_category', category: 'MARKETING' },
])('a repeated notice of $kind changes nothing', (news) => {
  const next = afterUpdate(known, news, 1_000_000, 0);
  expect(next).not.toBe(known);
  expect(afterUpdate(next, news, 1_000_000, 0)).toBe(next);
});

test('a pause notifies at most once in each hour', () => {
  const keyAt = (now: number): unknown =>
    templateNotifications(known, { ...known, status: 'PAUSED' }, now).map(({ onceKey }) => onceKey);
  expect(keyAt(hour)).toEqual(keyAt(2 * hour - 1));
  expect(keyAt(hour)).not.toEqual(keyAt(2 * hour));
  expect(keyAt(hour)).not.toEqual(keyAt(25 * hour));
});
