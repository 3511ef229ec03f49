import { createContext, use } from 'react';

/** Says at the top of the page that something succeeded. */
export type Say = (text: string) => void;

export const FlashContext = createContext<Say>(() => undefined);

export const useSay = (): Say => use(FlashContext);
