import { useState } from 'react';
import { useMember } from '../../api/member.ts';

/** `open`: the guide was shown to the member. `closed`: it is not wanted any more. */
export type GuideChoice = 'open' | 'closed' | null;

/** Whether the overview shows the guide, in this browser. */
export const useGuideChoice = (): readonly [GuideChoice, (choice: 'open' | 'closed') => void] => {
  const place = `portal.guide.${useMember().partner.partner_id}`;
  const [kept, setKept] = useState(() => localStorage.getItem(place));
  return [
    kept === 'open' || kept === 'closed' ? kept : null,
    (choice) => {
      localStorage.setItem(place, choice);
      setKept(choice);
    },
  ];
};
