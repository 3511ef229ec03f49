import type { ConsoleState } from '../state.ts';
import { command, empty, table, time } from './pieces.ts';

/** The newest mails to members. A temporary password is not shown; the command prints a token in its place. */
export const mails = (shown: ConsoleState['mails']): readonly Node[] => {
  const [newest] = shown;
  if (newest === undefined) return [empty('No member was invited since the stack started.')];
  return [
    table(
      'Mails by member',
      ['To', 'Invited'],
      shown.map(({ to, at }) => [to, time(at)]),
    ),
    command('a token of the newest member', `npm run -s token -- ${newest.to}`),
  ];
};
