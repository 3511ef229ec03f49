import { calls } from '../../calls.ts';
import type { InboxEvent } from '../state.ts';
import { element } from './element.ts';
import { command, copyButton, empty, fact, older, pill, time, type Tone } from './pieces.ts';
import { counted, setOut } from './wording.ts';

const signatures: Readonly<Record<InboxEvent['signature'], readonly [string, Tone]>> = {
  verified: ['signature verified', 'good'],
  wrong: ['signature wrong', 'bad'],
  stale: ['signature too old', 'bad'],
  unsigned: ['not signed', 'plain'],
};

/** The platform signs with the secret of its app, not with the partner's. */
const origin = ({ from, signature }: InboxEvent): HTMLElement =>
  from === 'platform' && signature === 'unsigned'
    ? pill('callback of the platform', 'plain')
    : pill(...signatures[signature]);

const isTaken = (status: number): boolean => status >= 200 && status < 300;

/** The last answer, and how many attempts it took. */
const outcome = (answers: readonly number[]): readonly Node[] => {
  const last = answers.at(-1) ?? 0;
  return [
    ...(answers.length > 1 ? [pill(counted(answers.length, 'attempt'), 'busy')] : []),
    ...(isTaken(last) ? [] : [pill(`answered ${last}`, 'bad')]),
  ];
};

const eventItem = (event: InboxEvent): HTMLElement => {
  const { webhookId, title, about, isTest, firstAt, lastAt, answers, body } = event;
  const key = webhookId ?? `${lastAt} ${title ?? ''}`;
  const last = answers.at(-1) ?? 0;
  return element(
    'li',
    { class: isTaken(last) ? 'taken' : 'refused' },
    element(
      'details',
      {},
      element(
        'summary',
        { 'data-key': key },
        element(
          'span',
          { class: 'what' },
          element('strong', {}, title ?? 'Neither an event nor a callback'),
          ...(about === null ? [] : [element('small', {}, about)]),
        ),
        element(
          'span',
          { class: 'facts' },
          ...(isTest ? [pill('test', 'plain')] : []),
          ...outcome(answers),
          origin(event),
          time(lastAt),
        ),
      ),
      element(
        'div',
        { class: 'facts' },
        element(
          'dl',
          { class: 'facts' },
          ...(webhookId === null ? [] : [fact('webhook-id', element('code', {}, webhookId))]),
          fact('First attempt', new Date(firstAt).toLocaleTimeString()),
          fact('Answers', answers.slice(-20).join(', ')),
        ),
        ...(webhookId === null ? [] : [copyButton(`of ${webhookId}`, webhookId, 'Copy id')]),
        copyButton(`of ${key}`, body, 'Copy body'),
      ),
      element('pre', { tabindex: 0, 'aria-label': 'Body', 'data-key': `body ${key}` }, setOut(body)),
    ),
  );
};

/** What a partner's endpoint received. @param count of all recent events @param partner its number */
export const inbox = (events: readonly InboxEvent[], count: number, partner: number): readonly Node[] => {
  if (events.length === 0) {
    const which = partner === 1 ? '' : ` --partner ${partner}`;
    const trigger = `${calls.listen} trigger service.partner.customer.updated${which}`;
    return [empty('Nothing was received yet. Send a test event:', command('command that sends a test event', trigger))];
  }
  return [element('ol', { class: 'events' }, ...events.map(eventItem)), ...older(count - events.length)];
};
