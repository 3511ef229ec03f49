import type { ConsoleState } from '../state.ts';
import { element } from './element.ts';
import { time } from './pieces.ts';

/** The mails about notifications, with their text. */
export const mails = (shown: ConsoleState['mails']): readonly Node[] =>
  shown.map(({ to, subject, text, at }) =>
    element(
      'details',
      {},
      element('summary', {}, subject, ' ', element('small', {}, to, ' ', time(at))),
      element('pre', {}, text),
    ),
  );
