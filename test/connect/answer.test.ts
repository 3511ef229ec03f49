import { describe, expect, test } from '@jest/globals';
import { createHash } from 'node:crypto';
import { pageAnswer } from '../../lambdas/connect/answer.ts';
import { invitationPage } from '../../lambdas/connect/page/invitation.ts';
import type { Page } from '../../lambdas/connect/page/layout.ts';
import type { Popup } from '../../lambdas/connect/page/popup.ts';
import type { Host } from '../../lambdas/connect/page/visit.ts';
import { progressPage } from '../../lambdas/connect/page/progress.ts';
import { popup } from './every-page.ts';

const urls = { return_url: null, cancel_url: null, success_url: null, error_url: null };
const plain: Host = { name: 'Acme', logo: null, color: null, privacyUrl: null };

const pageOf = (host: Host, launch: Popup | null): Page =>
  invitationPage(
    { language: 'en', host },
    {
      token: 'token',
      proof: 'proof',
      isReconnect: false,
      number: null,
      hindrance: null,
      expiresAt: 0,
      notice: null,
      popup: launch,
    },
  );

interface Policy {
  readonly directives: ReadonlyMap<string, string>;
  readonly opener: unknown;
  readonly body: string;
}

const policyOf = (page: Page): Policy => {
  const { headers = {}, body = '' } = pageAnswer(page, { dialogUrl: popup.dialogUrl, urls });
  const directives = String(headers['content-security-policy'])
    .split('; ')
    .map((directive): [string, string] => {
      const [name = '', ...sources] = directive.split(' ');
      return [name, sources.join(' ')];
    });
  return { directives: new Map(directives), opener: headers['cross-origin-opener-policy'], body };
};

const hashIn = (body: string, element: 'style' | 'script'): string => {
  const text = new RegExp(`<${element}>(.*?)</${element}>`, 's').exec(body)?.[1] ?? '';
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
};

describe('the content security policy', () => {
  test('of a page allows its style and its forms, and nothing else', () => {
    const { directives, opener, body } = policyOf(pageOf(plain, null));
    expect(Object.fromEntries(directives)).toEqual({
      'default-src': "'none'",
      'style-src': hashIn(body, 'style'),
      'form-action': "'self' https:",
      'base-uri': "'none'",
      'frame-ancestors': "'none'",
    });
    expect(opener).toBeUndefined();
  });

  test("allows the style in the partner's colour, and the logo on this service", () => {
    const { directives, body } = policyOf(pageOf({ ...plain, logo: '/connect/logo', color: '#7c3aed' }, null));
    expect(body).toContain('--fill:#7c3aed');
    expect(directives.get('style-src')).toBe(hashIn(body, 'style'));
    expect(directives.get('img-src')).toBe("'self'");
    expect(directives.has('script-src')).toBe(false);
  });

  test('of the sign-up in a window allows its script, that of the platform and what this one needs', () => {
    const { directives, opener, body } = policyOf(pageOf(plain, popup));
    const platform = 'https://facebook.com https://*.facebook.com';
    expect(Object.fromEntries(directives)).toEqual({
      'default-src': "'none'",
      'style-src': hashIn(body, 'style'),
      'script-src': `${hashIn(body, 'script')} https://connect.facebook.net`,
      'frame-src': platform,
      'connect-src': platform,
      'img-src': platform,
      'form-action': "'self' https:",
      'base-uri': "'none'",
      'frame-ancestors': "'none'",
    });
    expect(opener).toBe('same-origin-allow-popups');
  });

  test('of the progress page allows the script that reads it again', () => {
    const visit = { language: 'en', host: { ...plain, logo: '/connect/logo' } } as const;
    const page = progressPage(visit, {
      token: 'token',
      step: 'identified',
      coexistence: false,
      awaits: null,
      until: null,
    });
    const { directives, opener, body } = policyOf(page);
    expect(directives.get('script-src')).toBe(hashIn(body, 'script'));
    expect(directives.get('connect-src')).toBe("'self'");
    expect(directives.get('img-src')).toBe("'self'");
    expect(opener).toBeUndefined();
    // A browser without scripts loads the page again.
    expect(body).toMatch(/<noscript\s*><meta http-equiv="refresh" content="3; url=\/connect\/token\/progress"/);
  });

  test('names a platform on the loopback interface by its origin', () => {
    const local = { sdkUrl: 'http://127.0.0.1:4511/en_US/sdk.js', dialogUrl: 'http://127.0.0.1:4511/dialog/oauth' };
    const { directives } = policyOf(pageOf(plain, { ...popup, ...local }));
    expect(directives.get('script-src')).toMatch(/^'sha256-[^']+' http:\/\/127\.0\.0\.1:4511$/);
    expect(directives.get('frame-src')).toBe('http://127.0.0.1:4511');
  });
});

describe('the page of a sign-up in a window', () => {
  test('leads to the full-page dialog without its script', () => {
    const { body } = policyOf(pageOf(plain, popup));
    expect(body.match(/action="\/connect\/token\/start"/g)).toHaveLength(2);
    expect(body).toContain('id="popup"');
    expect(body).not.toMatch(/\son\w+=|javascript:/i);
  });

  test('hands its settings to the script, and has a form for the code', () => {
    const { body } = policyOf(pageOf(plain, popup));
    expect(body).toContain('data-app-id="100000000000001"');
    expect(body).toContain('data-config-id="200000000000001"');
    expect(body).toContain('data-extras="{&#34;version&#34;:&#34;v4&#34;,&#34;setup&#34;:{}}"');
    expect(body).toMatch(/<form\s+method="post"\s+action="\/connect\/token\/finish"/);
    for (const name of ['proof', 'code', 'info']) expect(body).toContain(`name="${name}"`);
  });
});
