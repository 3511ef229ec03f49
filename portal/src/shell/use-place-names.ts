import { useMay } from '../api/member.ts';
import { useTexts } from '../texts/texts.ts';
import type { Place } from './places.ts';

/** What the pages are called, by what the member finds there. */
export const usePlaceNames = (): ((name: Place['name']) => string) => {
  const { shell } = useTexts();
  const mayKeys = useMay('keys.write');
  return (name) => (name === 'team' && !mayKeys ? shell.teamAlone : shell.pages[name]);
};
