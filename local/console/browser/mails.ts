import type { ConsoleState } from '../state.ts';
import { command, empty, fact, time } from './pieces.ts';
import { element } from './element.ts';

/** The newest mails to members. A temporary password is not shown; the command prints a token in its place. */
export const mails = (shown: ConsoleState['mails']): readonly Node[] => {
  const [newest] = shown;
  if (newest === undefined) return [empty('No member was invited since the stack started.')];
  return [
    element('dl', {}, ...shown.map(({ to, at }) => fact(to, 'Invitation to sign in, ', time(at)))),
    command('a token of the newest member', `npm run -s token -- ${newest.to}`),
  ];
};
