import type { Language } from '../language.ts';
import { english } from './en.ts';
import type { Words } from './words.ts';

const all: Readonly<Record<Language, Words>> = {
  en: english,
  pt: english,
  es: english,
  hi: english,
  id: english,
  ar: english,
};

export const wordsOf = (language: Language): Words => all[language];
