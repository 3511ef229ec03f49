import { lineCommand, reportCommand, type Caller } from '../snippets.ts';
import type { CallbackLevel, ConsoleLine } from '../state.ts';
import { element } from './element.ts';
import { command, empty, fact, older, pill, type Tone } from './pieces.ts';

const tokens: Readonly<Record<ConsoleLine['token']['state'], readonly [string, Tone]>> = {
  none: ['none', 'plain'],
  valid: ['valid', 'good'],
  expired: ['expired', 'bad'],
  ended: ['expired early', 'bad'],
};

const levels = ['number', 'waba', 'app'] as const;
type Level = (typeof levels)[number];

const levelNames: Readonly<Record<Level, string>> = { number: 'of the number', waba: 'of the WABA', app: 'of the app' };

const told = (level: CallbackLevel, isUsed: boolean): readonly (Node | string)[] =>
  level === null
    ? ['not set']
    : [level.owner, ...(isUsed ? [' ', pill('used', 'good')] : []), element('code', {}, level.url)];

/** Whose callback the platform calls, with those of all levels when it is opened. */
const callbackOf = ({ id, callback }: ConsoleLine): HTMLElement => {
  const used = levels.find((level) => callback[level] !== null);
  const summary = used === undefined ? 'none' : `${callback[used]?.owner ?? ''}, ${levelNames[used]}`;
  return element(
    'details',
    {},
    element('summary', { 'data-key': `callback ${id}` }, summary),
    element(
      'dl',
      {},
      ...levels.map((level) => fact(`Callback ${levelNames[level]}`, ...told(callback[level], level === used))),
    ),
  );
};

const platformStatus = ({ status, registered }: ConsoleLine): HTMLElement =>
  pill(status === '' ? 'no status' : status.toLowerCase(), status === 'CONNECTED' && registered ? 'good' : 'busy');

const tokenOf = ({ token }: ConsoleLine): HTMLElement => {
  const shown = pill(...tokens[token.state]);
  if (token.expiresAt !== null) shown.title = `until ${new Date(token.expiresAt).toLocaleString()}`;
  return shown;
};

const lineRow = (line: ConsoleLine): HTMLElement => {
  const cells: readonly (readonly (Node | string)[])[] = [
    [platformStatus(line)],
    [element('code', {}, line.id)],
    [element('code', {}, line.waba.id), ...(line.waba.subscribed ? [] : [' ', pill('not subscribed', 'busy')])],
    [tokenOf(line)],
    [callbackOf(line)],
  ];
  return element(
    'tr',
    {},
    element('th', { scope: 'row' }, line.number === '' ? line.id : line.number, ' ', element('small', {}, line.name)),
    ...cells.map((cell) => element('td', {}, ...cell)),
  );
};

const columns = ['Number', 'Status', 'Phone number id', 'WABA', 'Token', 'Callback'];

/** Narrow windows scroll it sideways, with the keyboard too. */
const lineTable = (shown: readonly ConsoleLine[]): HTMLElement =>
  element(
    'div',
    { class: 'sideways', tabindex: 0, role: 'group', 'aria-label': 'Table of numbers', 'data-key': 'lines' },
    element(
      'table',
      { class: 'lines' },
      element('thead', {}, element('tr', {}, ...columns.map((name) => element('th', { scope: 'col' }, name)))),
      element('tbody', {}, ...shown.map(lineRow)),
    ),
  );

const reporting = (shown: readonly ConsoleLine[], caller: Caller, partner: string): readonly Node[] => {
  const own = shown.find(({ callback }) => (callback.number ?? callback.waba)?.owner === partner);
  if (own === undefined) return [];
  return [
    element(
      'details',
      {},
      element('summary', { 'data-key': 'reporting' }, 'Report a message of a number'),
      command('calls that report a message', reportCommand(caller, own.id)),
    ),
  ];
};

/** The phone numbers at the platform. @param count of all phone numbers @param partner the name of the chosen one */
export const lines = (
  shown: readonly ConsoleLine[],
  count: number,
  caller: Caller,
  partner: string,
): readonly Node[] => {
  if (shown.length === 0) {
    const text =
      'No number is connected yet. Create an instance, then open the session.url of the answer in a browser:';
    return [empty(text, command('calls that create an instance', lineCommand(caller)))];
  }
  return [lineTable(shown), ...older(count - shown.length), ...reporting(shown, caller, partner)];
};
