import type { Language } from '../language.ts';
import { arabic } from './ar.ts';
import { english } from './en.ts';
import { spanish } from './es.ts';
import { hindi } from './hi.ts';
import { indonesian } from './id.ts';
import { portuguese } from './pt.ts';
import type { Words } from './words.ts';

const all: Readonly<Record<Language, Words>> = {
  en: english,
  pt: portuguese,
  es: spanish,
  hi: hindi,
  id: indonesian,
  ar: arabic,
};

export const wordsOf = (language: Language): Words => all[language];
