import { describe, expect, test } from '@jest/globals';
import { pageAnswer } from '../../lambdas/connect/answer.ts';
import { languages, type Language } from '../../lambdas/connect/page/language.ts';
import { documentOf } from '../../lambdas/connect/page/layout.ts';
import { everyPage, plainTexts, popup, type Texts } from './every-page.ts';

const noUrls = { return_url: null, cancel_url: null, success_url: null, error_url: null };
const others = languages.filter((language) => language !== 'en');

/** What a person reads, without the names that others chose. */
const readOf = (html: string): string =>
  html
    .replaceAll(/<(style|script|title|bdi)[^>]*>.*?<\/\1>/gs, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

const hostile = '"><script>alert(1)</script><b x=\'\u202e&';
const hostileTexts: Texts = {
  host: { name: hostile, logo: `/connect/${hostile}`, color: '#7c3aed', privacyUrl: `https://x.example/${hostile}` },
  name: hostile,
  token: hostile,
  proof: hostile,
  url: `https://x.example/${hostile}`,
};

describe.each(languages)('in %s', (language: Language) => {
  const pages = Array.from(everyPage(language, plainTexts), ([name, page]) => ({ name, page }));

  test.each(pages)('$name is whole, in its language and direction', ({ page }) => {
    const html = documentOf(page);
    const rtl = language === 'ar';
    expect(html).toContain(`<html lang="${language}" dir="${rtl ? 'rtl' : 'ltr'}">`);
    expect(html.replace(/<script>.*?<\/script>/s, '')).not.toMatch(/undefined|\[object|NaN|null|\$\{/);
    expect(page.title).not.toBe('');
    expect(readOf(html).length).toBeGreaterThan(30);
    // Each page is small, so that it loads on a slow connection.
    expect(Buffer.byteLength(html)).toBeLessThan(14_000);
  });

  test.each(pages.filter(({ page }) => page.host !== null))('$name names the partner first', ({ page }) => {
    const body = documentOf(page).split('<body>')[1] ?? '';
    expect(body.indexOf('<p class="host"><bdi>Acme Telecom</bdi></p>')).toBeGreaterThan(-1);
    expect(body.indexOf('Acme Telecom')).toBeLessThan(body.indexOf('<h1>'));
  });

  test('no page lets a hostile name, address or value out of its place', () => {
    for (const [name, page] of everyPage(language, hostileTexts)) {
      const html = documentOf(page).replaceAll(popup.sdkUrl, '');
      expect([name, html.includes('<script>alert')]).toEqual([name, false]);
      expect([name, /<b x/.test(html)]).toEqual([name, false]);
      // Every tag has the same attributes as with plain texts.
      const shape = (text: string): string[] => text.match(/<[a-z][^\s>]*/g) ?? [];
      const plain = everyPage(language, plainTexts).get(name);
      expect([name, shape(html)]).toEqual([name, plain === undefined ? [] : shape(documentOf(plain))]);
    }
  });

  test('every answer tells its language', () => {
    for (const { page } of pages) {
      const { headers } = pageAnswer(page, { dialogUrl: popup.dialogUrl, urls: noUrls });
      expect(headers).toMatchObject({ 'content-language': language, vary: 'accept-language' });
    }
  });
});

describe.each(others)('the texts in %s', (language) => {
  test('are not those in English', () => {
    const english = everyPage('en', plainTexts);
    for (const [name, page] of everyPage(language, plainTexts)) {
      const original = english.get(name);
      if (original === undefined) throw new Error(name);
      const sentences = new Set(readOf(original.content.text).split(/(?<=[.:?]) /));
      const same = readOf(page.content.text)
        .split(/(?<=[.:?]) /)
        .filter((sentence) => sentences.has(sentence) && /[a-z]{4}/i.test(sentence));
      expect([name, same]).toEqual([name, []]);
      expect(page.title).not.toBe(original.title);
    }
  });
});

describe('dates and numbers', () => {
  const invitation = (language: Language): string =>
    everyPage(language, plainTexts).get('invitation')?.footer?.text ?? '';

  test.each([
    ['en', '23 November 2026'],
    ['pt', '23 de novembro de 2026'],
    ['es', '23 de noviembre de 2026'],
    ['hi', '23 नवंबर 2026'],
    ['id', '23 November 2026'],
    ['ar', '23 نوفمبر 2026'],
  ] as const)('are written as in %s', (language, date) => {
    expect(invitation(language)).toContain(date);
    expect(invitation(language)).toContain('datetime="2026-11-23T10:05:00.000Z"');
  });

  test.each(['es', 'hi', 'ar'] as const)('keep an hour and its half of the day on one line, in %s', (language) => {
    expect(invitation(language)).toMatch(/10:05\u00a0\S/);
  });

  test('are read from left to right in Arabic', () => {
    const pages = everyPage('ar', plainTexts);
    expect(pages.get('choice')?.content.text).toContain('<bdi dir="ltr">+55 11 5555-0101</bdi>');
    expect(pages.get('reconnection')?.content.text).toContain('<bdi dir="ltr">0101</bdi>');
    expect(pages.get('pin')?.content.text).toContain('<bdi dir="ltr">+55 11 5555-0101</bdi>');
    expect(pages.get('failed-transient')?.content.text).toContain('<bdi dir="ltr">019a0000-');
  });
});
