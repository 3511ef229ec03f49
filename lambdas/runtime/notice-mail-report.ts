import type { FailedMail } from '../domain/notice-mail.ts';
import { embedded } from '../kernel/metrics.ts';
import { systemClock } from './clock.ts';
import type { Log } from './logger.ts';

/** Counts the mails about notifications. SES names addresses in the messages of its errors, so only their names are logged. */
export const noticeMailReport = (log: Log) => ({
  onSent: (): void => {
    log.info('a mail about notifications was sent', embedded(systemClock(), { notice_mails_sent: 1 }));
  },
  onFailed: ({ error, failing, isLast }: FailedMail): void => {
    log.error(isLast ? 'a mail about notifications was given up' : 'a mail about notifications failed', {
      error: error instanceof Error ? error.name : 'unknown',
      ...embedded(systemClock(), { notice_mail_failing_milliseconds: failing }),
    });
  },
});
