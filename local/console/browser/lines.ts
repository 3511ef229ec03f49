import { lineCommand, type Caller } from '../snippets.ts';
import type { CallbackLevel, ConsoleLine } from '../state.ts';
import { element } from './element.ts';
import { command, empty, fact, older, pill, type Tone } from './pieces.ts';

const tokens: Readonly<Record<ConsoleLine['token']['state'], readonly [string, Tone]>> = {
  none: ['no token', 'plain'],
  valid: ['token valid', 'good'],
  expired: ['token expired', 'bad'],
  ended: ['token expired early', 'bad'],
};

const callback = (name: string, level: CallbackLevel, isUsed: boolean): HTMLElement => {
  const value =
    level === null
      ? ['not set']
      : [level.owner, ...(isUsed ? [pill('used', 'good')] : []), element('code', {}, level.url)];
  return fact(name, ...value);
};

const platformStatus = ({ status, registered }: ConsoleLine): HTMLElement =>
  pill(status === '' ? 'no status' : status.toLowerCase(), status === 'CONNECTED' && registered ? 'good' : 'busy');

const lineItem = (line: ConsoleLine): HTMLElement => {
  const { number, waba, app } = line.callback;
  const until = line.token.expiresAt;
  return element(
    'li',
    { class: 'line' },
    element('h3', {}, line.number === '' ? line.id : line.number, element('small', {}, line.name)),
    element('p', { class: 'facts' }, platformStatus(line), pill(...tokens[line.token.state])),
    element(
      'dl',
      {},
      callback('Callback of the number', number, number !== null),
      callback('Callback of the WABA', waba, number === null && waba !== null),
      callback('Callback of the app', app, number === null && waba === null && app !== null),
      fact('WABA', element('code', {}, line.waba.id), line.waba.subscribed ? 'subscribed' : 'not subscribed'),
      fact('Phone number id', element('code', {}, line.id)),
      fact('Token valid until', until === null ? '–' : new Date(until).toLocaleString()),
    ),
  );
};

/** The phone numbers at the platform. @param count of all phone numbers */
export const lines = (shown: readonly ConsoleLine[], count: number, caller: Caller): readonly Node[] => {
  if (shown.length === 0) {
    const text =
      'No number is connected yet. Create an instance, then open the session.url of the answer in a browser:';
    return [empty(text, command('calls that create an instance', lineCommand(caller)))];
  }
  return [element('ul', { class: 'lines' }, ...shown.map(lineItem)), ...older(count - shown.length)];
};
