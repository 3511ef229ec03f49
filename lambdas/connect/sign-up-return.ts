import { madeAt, type ReportedAssets } from '../domain/connect-session.ts';
import { WorkLost } from '../kernel/errors.ts';
import { sessionInfoOf, type SessionInfo } from '../platform/session-info.ts';
import { signUpUrl } from '../platform/sign-up.ts';
import type { SessionRecord } from '../store/instances/connect-sessions.ts';
import { pageAnswer, seeOther, type Answer } from './answer.ts';
import { awaited, begin, beginSignUp, endSignUp } from './attempt.ts';
import { authorise, type Return } from './authorise.ts';
import type { Call, ConnectSite } from './connect-site.ts';
import { destinationOf } from './opened-link.ts';
import { noticeOfStep, type Notice } from './page/notice.ts';
import { callbackPath, pathsOf } from './page/paths.ts';
import { otherBrowserPage } from './page/refusal.ts';
import { usedProofCookie } from './page-proof.ts';
import { advance } from './saga.ts';
import { sessionStatusOf } from './session-status.ts';
import { signUpOf, ticketCookie, usedTicketCookie, type SignUpTicket } from './sign-up-cookie.ts';

const redirectUriOf = ({ baseUrl }: ConnectSite): string => `${baseUrl}${callbackPath}`;

const aboutOf = ({ session, partnerId }: SessionRecord) => ({ session_id: session.id, partner_id: partnerId });

/** Redirects the browser to the platform's dialog. */
export const startSignUp = async (site: ConnectSite, { opened, configuration }: Call): Promise<Answer> => {
  const { token, record } = opened;
  const random = (): string => site.randomBytes(32).toString('base64url');
  const ticket: SignUpTicket = { state: random(), secret: random(), token };
  if (!(await beginSignUp(site.deps, record, signUpOf(ticket)))) return seeOther(pathsOf(token).page, usedProofCookie);
  const left = Math.ceil((Date.parse(record.session.expires_at) - site.deps.clock()) / 1000);
  return seeOther(
    signUpUrl(site.dialogUrl, configuration, redirectUriOf(site), ticket.state),
    ticketCookie(ticket, Math.max(1, left)),
    usedProofCookie,
  );
};

/** Goes on with a connection while the browser waits, until the deadline. @param used deletes the cookie of the request */
export const goOn = async (
  site: ConnectSite,
  { opened: { token } }: Call,
  begun: SessionRecord,
  proceed: () => Promise<SessionRecord>,
  used: string,
): Promise<Answer> => {
  const { deps, log } = site;
  try {
    const reached = await proceed();
    const { status, error } = reached.session;
    const { step = null, asks = null } = reached.progress ?? {};
    const about = { ...aboutOf(begun), status, step, asks: asks?.kind ?? null };
    log.info('sign-up', { ...about, error_code: error?.code ?? null });
    return seeOther(destinationOf(token, reached, sessionStatusOf(reached, deps.clock())), used);
  } catch (error) {
    // A worker continues from the recorded step. The page shows the result.
    if (!(error instanceof WorkLost)) log.error('the sign-up was interrupted', { ...aboutOf(begun), error });
    return seeOther(pathsOf(token).progress, used);
  }
};

const connect = async (site: ConnectSite, call: Call, returned: Return, used: string): Promise<Answer> => {
  const { token, record } = call.opened;
  const begun = await begin(site.deps, record);
  if (begun === null) return seeOther(pathsOf(token).progress, used);
  const proceed = async () => advance(site.deps, await authorise(site.deps, begun, returned));
  return goOn(site, call, begun, proceed, used);
};

/** The platform has redirected the browser back. It must be the browser that began the sign-up, with an unused state. */
export const finishDialog = async (
  site: ConnectSite,
  call: Call,
  ticket: SignUpTicket,
  query: URLSearchParams,
): Promise<Answer> => {
  const { deps } = site;
  const { token, record } = call.opened;
  const { page, progress } = pathsOf(token);
  const used = usedTicketCookie(ticket.state);
  if (sessionStatusOf(record, deps.clock()) !== 'open') return seeOther(progress, used);
  const signUp = awaited(record, signUpOf(ticket));
  if (signUp === null) return pageAnswer(otherBrowserPage(call.visit.language));
  const code = query.get('code') ?? '';
  if (query.has('error') || code === '') {
    await endSignUp(deps, record, signUp);
    return seeOther(`${page}?notice=${query.get('error') === 'access_denied' ? 'declined' : 'interrupted'}`, used);
  }
  const { begun_at: begunAt } = signUp;
  const since = begunAt === null ? madeAt(record.session) : Date.parse(begunAt);
  return connect(site, call, { code, redirectUri: redirectUriOf(site), since, told: null }, used);
};

const reportedBy = (info: SessionInfo | null): ReportedAssets | null =>
  info?.kind === 'finished'
    ? {
        business_id: info.businessId,
        waba_id: info.wabaId,
        phone_number_id: info.phoneNumberId,
        on_business_app: info.isOnBusinessApp,
      }
    : null;

/** Why the window ended without a code. The platform's text may name the person, and is not logged. */
const noticeOf = (info: SessionInfo | null): Notice => {
  if (info?.kind !== 'stopped') return 'no_code';
  if (info.errorCode !== null) return 'platform_error';
  return info.step === null ? 'declined' : noticeOfStep(info.step);
};

/** The page of the link sends what the platform's window gave it: a code, or none, and the window's last message. */
export const finishWindow = async (site: ConnectSite, call: Call, fields: URLSearchParams): Promise<Answer> => {
  const { token, record } = call.opened;
  const { page, progress } = pathsOf(token);
  if (sessionStatusOf(record, site.deps.clock()) !== 'open') return seeOther(progress, usedProofCookie);
  const info = sessionInfoOf(fields.get('info') ?? '');
  const code = fields.get('code') ?? '';
  if (code === '') {
    const stopped = info?.kind === 'stopped' ? info : null;
    site.log.info('the window of the sign-up gave no code', {
      ...aboutOf(record),
      step: stopped?.step ?? null,
      platform_error_code: stopped?.errorCode ?? null,
      platform_session_id: stopped?.sessionId ?? null,
    });
    return seeOther(`${page}?notice=${noticeOf(info)}`, usedProofCookie);
  }
  // The window opens without a call of this service.
  const since = madeAt(record.session);
  return connect(site, call, { code, redirectUri: null, since, told: reportedBy(info) }, usedProofCookie);
};
