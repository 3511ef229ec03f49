/** What the portal tells a partner's members. */
export const noticeCategories = [
  'academy',
  'platform_alerts',
  'templates',
  'delivery_health',
  'billing',
  'billing_reminders',
  'system',
] as const;
export type NoticeCategory = (typeof noticeCategories)[number];

export const noticeSeverities = ['info', 'warning', 'critical'] as const;
export type NoticeSeverity = (typeof noticeSeverities)[number];

/** A notice as a member sees it. */
export interface ToldNotice extends Omit<Notice, 'onceKey'> {
  readonly id: string;
  readonly created_at: string;
  readonly read_at: string | null;
}

/** One thing that happened; it is written in the commit that makes it happen, so it is told once. */
export interface Notice {
  readonly category: NoticeCategory;
  readonly severity: NoticeSeverity;
  readonly title: string;
  readonly body: string;
  readonly entity: { readonly type: string; readonly id: string };
  /** Names a fact that several ways may bring: whichever comes first tells it, for all. */
  readonly onceKey?: string;
}
