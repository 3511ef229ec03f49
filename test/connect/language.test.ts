import { describe, expect, test } from '@jest/globals';
import { languageOf } from '../../lambdas/connect/page/language.ts';

describe('the language of a page', () => {
  test.each([
    // Without a header, or without a language that is spoken.
    [undefined, 'en'],
    ['', 'en'],
    ['*', 'en'],
    ['fr', 'en'],
    ['zh-CN,zh;q=0.9', 'en'],
    ['fr, *;q=0.5', 'en'],
    // The languages, with regions and scripts.
    ['pt-BR', 'pt'],
    ['pt-PT,pt;q=0.9', 'pt'],
    ['es-419', 'es'],
    ['es-AR,es;q=0.9,en;q=0.8', 'es'],
    ['hi-IN', 'hi'],
    ['hi-Latn', 'hi'],
    ['id-ID', 'id'],
    ['ar-EG,ar;q=0.9,en-US;q=0.8,en;q=0.7', 'ar'],
    ['AR-sa', 'ar'],
    // Old Android sends the retired code of Indonesian.
    ['in-ID', 'id'],
    // The highest weight wins; equal weights keep their order.
    ['en;q=0.5, pt;q=0.8', 'pt'],
    ['de, es;q=0.3, hi;q=0.4', 'hi'],
    ['es, pt', 'es'],
    ['pt;q=0.8, es;q=0.8', 'pt'],
    ['en;q=0.999, ar;q=1.000', 'ar'],
    ['de;q=0.9, ar ; q=0.1', 'ar'],
    ['es;Q=0.4,id;q=0.5', 'id'],
    // A weight of 0 refuses.
    ['pt;q=0, es;q=0.1', 'es'],
    ['en;q=0, *', 'pt'],
    ['en;q=0', 'pt'],
    ['en-GB;q=0, en', 'en'],
    ['fr;q=0', 'en'],
    // A prefix is no match, nor is what is malformed.
    ['eng', 'en'],
    ['pta', 'en'],
    ['es;q=2, pt;q=0.1', 'pt'],
    ['es;q=-1, pt;q=0.1', 'pt'],
    ['es;q=0.1234, pt;q=0.1', 'pt'],
    ['es;level=1, pt;q=0.1', 'pt'],
    ['es;q=0.5;q=0.9, pt;q=0.1', 'pt'],
    ['<script>, ,;, ar', 'ar'],
    ['-es, pt', 'pt'],
    ['es_MX, pt', 'pt'],
  ])('that accepts %j is %s', (header, language) => {
    expect(languageOf(null, header)).toBe(language);
  });

  test.each([
    ['pt-BR', 'es', 'pt'],
    ['ar', 'en', 'ar'],
    ['HI-in', 'en', 'hi'],
    ['in', 'en', 'id'],
    // The session asks for a language without texts.
    ['fr', 'es-MX', 'es'],
    ['fr-CA', undefined, 'en'],
    ['', 'id', 'id'],
  ])('of a session in %j is the session’s, whatever the browser accepts (%j): %s', (wanted, header, language) => {
    expect(languageOf(wanted, header)).toBe(language);
  });
});
