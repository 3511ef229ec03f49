import type { ConnectProgress } from '../domain/connect-session.ts';
import { seeOther, type Answer } from './answer.ts';
import { chosen, giveUp, questionOf, takeAnswer, withPin } from './ask.ts';
import { cancel } from './attempt.ts';
import type { Call, ConnectSite } from './connect-site.ts';
import { destinationOf } from './opened-link.ts';
import { pathsOf } from './page/paths.ts';
import { pinOf } from './page/pin.ts';
import { usedProofCookie } from './page-proof.ts';
import { advance } from './saga.ts';
import { showPage } from './show-page.ts';
import { goOn } from './sign-up-return.ts';

/** Ends the session on request of the end customer, also one that waits for an answer. */
export const cancelSession = async (site: ConnectSite, { opened }: Call): Promise<Answer> => {
  const { token, record } = opened;
  const isWaiting = questionOf(record) !== null;
  const cancelled = await (isWaiting ? giveUp(site.deps, record) : cancel(site.deps, record));
  // The progress page redirects a session that is not open any more.
  const target = cancelled === null ? pathsOf(token).progress : destinationOf(token, cancelled, 'cancelled');
  return seeOther(target, usedProofCookie);
};

/** Another tab answered, or the time is over. */
const askedNoMore = ({ opened: { token } }: Call): Answer => seeOther(pathsOf(token).progress, usedProofCookie);

/** @param answered the progress with the answer; null: the form has none */
const answerQuestion = async (site: ConnectSite, call: Call, answered: ConnectProgress | null): Promise<Answer> => {
  if (answered === null) return showPage(site, { ...call, cookies: [] }, { isNoAnswer: true });
  const held = await takeAnswer(site.deps, call.opened.record, answered);
  if (held === null) return askedNoMore(call);
  return goOn(site, call, held, () => advance(site.deps, held), usedProofCookie);
};

export const chooseNumber = async (site: ConnectSite, call: Call, fields: URLSearchParams): Promise<Answer> => {
  const { record } = call.opened;
  if (questionOf(record)?.kind !== 'choice') return askedNoMore(call);
  return answerQuestion(site, call, chosen(record, fields.get('number') ?? ''));
};

export const submitPin = async (site: ConnectSite, call: Call, fields: URLSearchParams): Promise<Answer> => {
  const { record } = call.opened;
  if (questionOf(record)?.kind !== 'pin') return askedNoMore(call);
  const pin = pinOf(fields.get('pin') ?? '');
  return answerQuestion(site, call, pin === null ? null : await withPin(site.deps, record, pin));
};
