import type { NoticeMailDeps } from '../../lambdas/jobs/notice-mails.ts';

/** On a stage that sends no notices. */
export const noMails: Pick<NoticeMailDeps, 'mailer' | 'onSent' | 'onFailed'> = {
  mailer: null,
  onSent: () => undefined,
  onFailed: () => undefined,
};
