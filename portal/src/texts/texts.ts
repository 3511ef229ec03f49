import { createContext, use } from 'react';
import type { Language } from './languages.ts';
import type { en } from './en.ts';

/** Everything that the pages say. Every language has all of it: the compiler compares them. */
export type Texts = typeof en;

export interface Spoken {
  readonly language: Language;
  readonly texts: Texts;
}

export const TextsContext = createContext<Spoken | null>(null);

export const useSpoken = (): Spoken => {
  const spoken = use(TextsContext);
  if (spoken === null) throw new Error('no language was chosen');
  return spoken;
};

export const useTexts = (): Texts => useSpoken().texts;
