import type { NoticeMailer } from '../../domain/notice-mail.ts';
import { onDemand } from '../../kernel/on-demand.ts';
import { readEnvironment, readOptional, type Environment } from '../../runtime/environment.ts';

/** Mails about notifications; null where the stage sends none. @throws Error that names the missing variable */
export const laterNoticeMailer = (environment: Environment): NoticeMailer | null => {
  const from = readOptional(environment, 'noticesFrom');
  if (from === null) return null;
  const { portalUrl } = readEnvironment(environment, ['portalUrl']);
  const open = onDemand(async () => (await import('../../runtime/notice-mailer.ts')).openSender(from));
  return { portalUrl, send: async (to, mail) => (await open())(to, mail) };
};
