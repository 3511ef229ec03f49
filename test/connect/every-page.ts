import { awaitables, connectSteps } from '../../lambdas/domain/connect-session.ts';
import { choicePage } from '../../lambdas/connect/page/choice.ts';
import { endingPage } from '../../lambdas/connect/page/ending.ts';
import { invitationPage, type Invitation } from '../../lambdas/connect/page/invitation.ts';
import type { Language } from '../../lambdas/connect/page/language.ts';
import type { Page } from '../../lambdas/connect/page/layout.ts';
import { notices } from '../../lambdas/connect/page/notice.ts';
import { pinPage } from '../../lambdas/connect/page/pin.ts';
import type { Popup } from '../../lambdas/connect/page/popup.ts';
import { progressPage } from '../../lambdas/connect/page/progress.ts';
import {
  forgedPage,
  maintenancePage,
  methodPage,
  notSetUpPage,
  otherBrowserPage,
  troublePage,
  unavailablePage,
  unknownPage,
} from '../../lambdas/connect/page/refusal.ts';
import type { Host, Visit } from '../../lambdas/connect/page/visit.ts';

/** The error codes of a session, one for each explanation. */
const codes = [
  'reconnect_mismatch',
  'number_taken',
  'number_missing',
  'number_not_verified',
  'unknown_133015',
  'unknown_131037',
  'account_131042',
  'unknown_141010',
  'account_130497',
  'line_133010',
  'account_131048',
  'pin_wrong',
  'pin_missing',
  'pin_locked',
  'registration_limit',
  'choice_missing',
  'waba_not_shared',
  'permission_200',
  'account_restricted',
  'sync_failed',
  'webhook_endpoint_missing',
  'endpoint_unreachable',
  'transient',
  'unknown_1',
];

const time = Date.parse('2026-11-23T10:05:00Z');

/** What is shown to the end customer and was chosen by others. */
export interface Texts {
  readonly host: Host;
  readonly name: string;
  readonly token: string;
  readonly proof: string;
  readonly url: string;
}

export const plainTexts: Texts = {
  host: { name: 'Acme Telecom', logo: '/connect/logo', color: '#7c3aed', privacyUrl: 'https://acme.example/privacy' },
  name: 'Padaria Nascer do Sol',
  token: 'a'.repeat(43),
  proof: 'proof',
  url: 'https://acme.example/back?a=1',
};

export const popup: Popup = {
  appId: '100000000000001',
  configId: '200000000000001',
  extras: { version: 'v4', setup: {} },
  version: 'v26.0',
  sdkUrl: 'https://connect.facebook.net/en_US/sdk.js',
  dialogUrl: 'https://www.facebook.com/v26.0/dialog/oauth',
};

const invitationPages = (visit: Visit, { name, token, proof }: Texts): readonly (readonly [string, Page])[] => {
  const invitation: Invitation = {
    token,
    proof,
    isReconnect: false,
    number: null,
    hindrance: null,
    expiresAt: time,
    notice: null,
    popup: null,
  };
  const again = { ...invitation, isReconnect: true, number: { verifiedName: name, lastDigits: '0101' } };
  return [
    ['invitation', invitationPage(visit, invitation)],
    ['reconnection', invitationPage(visit, again)],
    [
      'reconnection-blocked',
      invitationPage(visit, { ...again, hindrance: { extent: 'blocked', troubles: ['account_restricted'] } }),
    ],
    ...notices.map((notice) => [notice, invitationPage(visit, { ...invitation, notice })] as const),
    ['popup', invitationPage(visit, { ...invitation, popup })],
  ];
};

/** Every page in a language, by a name. */
export const everyPage = (language: Language, texts: Texts): ReadonlyMap<string, Page> => {
  const { host, name, token, proof, url } = texts;
  const visit = { language, host };
  const options = ['1', '2', '3'].map((id) => ({
    phone_number_id: id,
    display_phone_number: `+55 11 5555-010${id}`,
    verified_name: id === '3' ? null : name,
    waba_name: id === '2' ? null : name,
  }));
  const choice = { token, proof, options, answerBy: time };
  const pin = { token, proof, number: '+55 11 5555-0101', answerBy: time };
  const progress = { token, step: 'subscribed', coexistence: false, awaits: null, until: time } as const;
  const ended = {
    sessionId: '019a0000-0000-7000-8000-000000000001',
    code: null,
    coexistence: false,
    hindrance: null,
    returnUrl: null,
  };
  const unpaid = { extent: 'blocked', troubles: ['payment_missing', 'business_not_verified'] } as const;
  return new Map<string, Page>([
    ...invitationPages(visit, texts),
    ['choice', choicePage(visit, { ...choice, isMissing: false })],
    ['choice-missing', choicePage(visit, { ...choice, isMissing: true })],
    ['pin', pinPage(visit, { ...pin, problem: null })],
    ['pin-wrong', pinPage(visit, { ...pin, problem: 'wrong' })],
    ['pin-malformed', pinPage(visit, { ...pin, number: null, problem: 'malformed' })],
    ...[null, ...connectSteps].flatMap((step): [string, Page][] => [
      [`progress-${step}`, progressPage(visit, { ...progress, step })],
      [`progress-coexistence-${step}`, progressPage(visit, { ...progress, step, coexistence: true })],
    ]),
    ...awaitables.map((awaits): [string, Page] => [`progress-${awaits}`, progressPage(visit, { ...progress, awaits })]),
    ['completed', endingPage(visit, { ...ended, ending: 'completed', returnUrl: url })],
    ['completed-coexistence', endingPage(visit, { ...ended, ending: 'completed', coexistence: true })],
    ['completed-blocked', endingPage(visit, { ...ended, ending: 'completed', hindrance: unpaid, returnUrl: url })],
    [
      'completed-blocked-unknown',
      endingPage(visit, { ...ended, ending: 'completed', hindrance: { ...unpaid, troubles: [] } }),
    ],
    [
      'completed-limited',
      endingPage(visit, { ...ended, ending: 'completed', hindrance: { extent: 'limited', troubles: [] } }),
    ],
    ['cancelled', endingPage(visit, { ...ended, ending: 'cancelled' })],
    ['expired', endingPage(visit, { ...ended, ending: 'expired' })],
    ['revoked', endingPage(visit, { ...ended, ending: 'revoked' })],
    ...codes.map((code): [string, Page] => [`failed-${code}`, endingPage(visit, { ...ended, ending: 'failed', code })]),
    ['unknown', unknownPage(language)],
    ['unavailable', unavailablePage(language)],
    ['method', methodPage(language)],
    ['other-browser', otherBrowserPage(language)],
    ['trouble', troublePage(language)],
    ['maintenance', maintenancePage(language)],
    ['not-set-up', notSetUpPage(language)],
    ['forged', forgedPage(visit)],
  ]);
};
