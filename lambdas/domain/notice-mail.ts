import type { Milliseconds } from '../kernel/time.ts';

/** A critical notification as a mail names it. */
export interface MailedNotice {
  /** Of the notification: every kind has one or two, which say what happened and nothing about whom. */
  readonly title: string;
  /** What the partner calls the line; null where it is about something else. */
  readonly line: string | null;
  readonly created_at: string;
}

export interface NoticeMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The page on which the member turns such mails off. https://www.rfc-editor.org/rfc/rfc2369#section-3.2 */
  readonly unsubscribe: string;
}

export interface NoticeMailer {
  /** Of the stage's portal, which ends with a slash. */
  readonly portalUrl: string;
  /** Hands a mail to SES. @throws Error when it is not known to have accepted it */
  readonly send: (to: string, mail: NoticeMail) => Promise<void>;
}

/** A failed try to send a mail, and for how long its tries have failed. After the last one the mail is given up. */
export interface FailedMail {
  readonly error: unknown;
  readonly failing: Milliseconds;
  readonly isLast: boolean;
}

/** The most notifications that a mail names. */
export const mostNamed = 10;

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (character) => escapes[character] ?? '');

/** `2026-12-09 10:00 UTC` */
const moment = (iso: string): string => `${iso.slice(0, 16).replace('T', ' ')} UTC`;

const lineOf = ({ title, line, created_at: at }: MailedNotice): string =>
  `${title}${line === null ? '' : `: ${line}`} (${moment(at)})`;

/**
 * One mail about a partner's notifications, the newest first. It names what happened, and lines: bodies and facts may have data of people.
 * @param partner which the link opens for a member of several
 * @param portalUrl of the stage's portal, which ends with a slash
 */
export const noticeMailOf = (
  partner: { readonly partner_id: string; readonly name: string },
  notices: readonly MailedNotice[],
  portalUrl: string,
): NoticeMail => {
  const link = `${portalUrl}notifications?partner=${partner.partner_id}`;
  const [first] = notices;
  const left = notices.length - mostNamed;
  const lines = notices.slice(0, mostNamed).map(lineOf);
  const all = left > 0 ? [...lines, `and ${left} more`] : lines;
  return {
    subject: notices.length === 1 && first !== undefined ? first.title : `${notices.length} critical notifications`,
    text: [
      `Critical notifications of ${partner.name}:`,
      '',
      ...all.map((line) => `- ${line}`),
      '',
      `What happened and what to do: ${link}`,
      '',
      `You get this mail because you chose critical notifications by e-mail. Turn them off: ${link}`,
      '',
    ].join('\n'),
    html: [
      '<!doctype html><html lang="en"><body>',
      `<p>Critical notifications of ${escaped(partner.name)}:</p>`,
      `<ul>${all.map((line) => `<li>${escaped(line)}</li>`).join('')}</ul>`,
      `<p><a href="${escaped(link)}">What happened and what to do</a></p>`,
      `<p>You get this mail because you chose critical notifications by e-mail. <a href="${escaped(link)}">Turn them off</a>.</p>`,
      '</body></html>',
    ].join('\n'),
    unsubscribe: link,
  };
};
