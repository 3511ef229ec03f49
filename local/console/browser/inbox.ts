import { eventCommand, type Caller } from '../snippets.ts';
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

const answered = (answers: readonly number[]): HTMLElement => {
  const last = answers.at(-1) ?? 0;
  const attempts = counted(answers.length, 'attempt');
  return last >= 200 && last < 300 ? pill(attempts, 'plain') : pill(`${attempts}, answered ${last}`, 'bad');
};

const eventItem = (event: InboxEvent): HTMLElement => {
  const { webhookId, type, firstAt, lastAt, answers, signature, body } = event;
  const key = webhookId ?? `${lastAt} ${type ?? ''}`;
  return element(
    'li',
    {},
    element(
      'details',
      {},
      element(
        'summary',
        { 'data-key': key },
        element('strong', {}, type ?? 'not an event'),
        element('span', { class: 'facts' }, pill(...signatures[signature]), answered(answers), time(lastAt)),
      ),
      element(
        'dl',
        {},
        fact(
          'webhook-id',
          ...(webhookId === null
            ? ['none']
            : [element('code', {}, webhookId), copyButton(`webhook-id ${webhookId}`, webhookId)]),
        ),
        fact('First attempt', new Date(firstAt).toLocaleString()),
        fact('Answered', answers.slice(-20).join(', ')),
      ),
      element('pre', { tabindex: 0, 'aria-label': 'Body', 'data-key': `body ${key}` }, setOut(body)),
    ),
  );
};

/** The events that a partner's endpoint received. @param count of all recent events */
export const inbox = (events: readonly InboxEvent[], count: number, caller: Caller): readonly Node[] => {
  if (events.length === 0) {
    const text = 'No event was received yet. Create a customer and change its name to get one:';
    return [empty(text, command('calls that cause an event', eventCommand(caller)))];
  }
  return [element('ol', { class: 'events' }, ...events.map(eventItem)), ...older(count - events.length)];
};
