import { awaitedBy, returnUrlOf, type Question } from '../domain/connect-session.ts';
import { isConnected, type Instance } from '../domain/instance.ts';
import { troublesOf } from '../domain/platform-trouble.ts';
import { riskOf } from '../domain/risk.ts';
import { windowExtras, type SignUpConfiguration } from '../platform/sign-up.ts';
import { readInstance } from '../store/instances/instances.ts';
import { pageAnswer, seeOther, type Answer } from './answer.ts';
import { questionOf } from './ask.ts';
import type { Call, ConnectSite } from './connect-site.ts';
import { destinationOf, type OpenedLink } from './opened-link.ts';
import { choicePage } from './page/choice.ts';
import { endingPage } from './page/ending.ts';
import type { Hindrance } from './page/hindrance.ts';
import { invitationPage, type KnownNumber } from './page/invitation.ts';
import type { Page } from './page/layout.ts';
import type { Notice } from './page/notice.ts';
import { pinPage } from './page/pin.ts';
import type { Popup } from './page/popup.ts';
import { progressPage } from './page/progress.ts';
import { proofOf } from './page-proof.ts';
import { sessionStatusOf } from './session-status.ts';

/** What the page says about the request before. */
export interface Remark {
  readonly notice?: Notice | null;
  /** Whether the form was sent with an answer that is none. */
  readonly isNoAnswer?: boolean;
}

const instanceOf = async ({ deps }: ConnectSite, { record }: OpenedLink): Promise<Instance | undefined> =>
  (await readInstance(deps.table, record.partnerId, record.session.instance_id))?.instance;

/** What hinders a connected number from sending, as the platform said last. */
const hindranceOf = ({ deps }: ConnectSite, instance: Instance | undefined): Hindrance | null => {
  if (instance === undefined || !isConnected(instance)) return null;
  const { reasons, platform_errors: errors } = riskOf(instance, deps.clock());
  const extent = (['blocked', 'limited'] as const).find((one) =>
    reasons.includes(`can_send_message=${one.toUpperCase()}`),
  );
  return extent === undefined ? null : { extent, troubles: troublesOf(errors) };
};

/** The number to reconnect. The page shows neither the instance's label nor the customer's name. */
const knownNumber = (instance: Instance | undefined): KnownNumber | null => {
  const digits = instance?.display_phone_number?.replaceAll(/\D/g, '') ?? '';
  return digits.length < 8 ? null : { verifiedName: instance?.verified_name ?? null, lastDigits: digits.slice(-4) };
};

const popupOf = ({ script, dialogUrl }: ConnectSite, configuration: SignUpConfiguration): Popup | null => {
  const { appId, configId, launch } = configuration;
  if (launch !== 'sdk') return null;
  const extras = windowExtras(configuration);
  return { appId, configId, extras, version: script.version, sdkUrl: script.url, dialogUrl };
};

const invitation = async (
  site: ConnectSite,
  { opened, visit, configuration }: Call,
  proof: string,
  notice: Notice | null,
): Promise<Page> => {
  const { token, record } = opened;
  const instance = record.session.mode === 'connect' ? undefined : await instanceOf(site, opened);
  return invitationPage(visit, {
    token,
    proof,
    isReconnect: record.session.mode === 'reconnect',
    number: knownNumber(instance),
    hindrance: hindranceOf(site, instance),
    expiresAt: Date.parse(record.session.expires_at),
    notice,
    popup: popupOf(site, configuration),
  });
};

const questionPage = async (
  site: ConnectSite,
  { opened, visit }: Call,
  proof: string,
  question: Question,
  isNoAnswer: boolean,
): Promise<Page> => {
  const { token, record } = opened;
  const answerBy = record.busyUntil ?? Date.parse(record.session.expires_at);
  switch (question.kind) {
    case 'choice':
      return choicePage(visit, { token, proof, options: question.options, isMissing: isNoAnswer, answerBy });
    case 'pin': {
      const number = (await instanceOf(site, opened))?.display_phone_number ?? null;
      const problem = isNoAnswer ? 'malformed' : question.wrong ? 'wrong' : null;
      return pinPage(visit, { token, proof, number, problem, answerBy });
    }
  }
};

/** The page of a session that asks nothing. */
const standing = async (site: ConnectSite, { opened, visit }: Call): Promise<Page> => {
  const { token, record } = opened;
  const { session, progress, urls } = record;
  const status = sessionStatusOf(record, site.deps.clock());
  if (status === 'open' || status === 'in_progress') {
    return progressPage(visit, {
      token,
      step: progress?.step ?? null,
      coexistence: progress?.coexistence ?? false,
      awaits: progress === null ? null : awaitedBy(progress),
      until: record.busyUntil,
    });
  }
  const instance = status === 'completed' ? await instanceOf(site, opened) : undefined;
  return endingPage(visit, {
    ending: status,
    sessionId: session.id,
    code: session.error?.code ?? null,
    coexistence: instance?.coexistence === true,
    hindrance: hindranceOf(site, instance),
    returnUrl: returnUrlOf(urls, status, session.id),
  });
};

/** The page of a link, as its session is. A page with forms sets the proof that they carry. */
export const showPage = async (
  site: ConnectSite,
  call: Call,
  { notice = null, isNoAnswer = false }: Remark = {},
): Promise<Answer> => {
  const { record } = call.opened;
  const question = questionOf(record);
  const isOpen = sessionStatusOf(record, site.deps.clock()) === 'open';
  if (!isOpen && question === null) return pageAnswer(await standing(site, call));
  const { value, cookie } = proofOf(call.cookies, site.randomBytes);
  const page =
    question === null
      ? await invitation(site, call, value, notice)
      : await questionPage(site, call, value, question, isNoAnswer);
  return { ...pageAnswer(page, { dialogUrl: site.dialogUrl, urls: record.urls }), cookies: [cookie] };
};

/** The browser polls this page while the connection is made, and is redirected afterwards. */
export const showProgress = (site: ConnectSite, call: Call): Promise<Answer> | Answer => {
  const { token, record } = call.opened;
  const status = sessionStatusOf(record, site.deps.clock());
  return status === 'in_progress' ? showPage(site, call) : seeOther(destinationOf(token, record, status));
};
