import type { ConsoleState } from '../state.ts';
import { element } from './element.ts';
import { time } from './pieces.ts';

/** The members who were invited, as the server's list of members. No temporary password is shown; a token takes its place. */
export const invited = (shown: ConsoleState['invited']): readonly Node[] => [
  element(
    'ul',
    { class: 'members' },
    ...shown.map(({ to, at }) =>
      element(
        'li',
        {},
        element('span', {}, to, element('small', {}, 'invited ', time(at))),
        element(
          'button',
          { type: 'button', class: 'copy', 'data-token': to, 'data-key': to, 'aria-label': `Copy token of ${to}` },
          'Copy token',
        ),
      ),
    ),
  ),
];
