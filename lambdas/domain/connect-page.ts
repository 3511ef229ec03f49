/** What the hosted page of a partner's connect sessions shows; null: the page's own. */
export interface ConnectPage {
  /** Shown instead of the partner's name. */
  readonly display_name: string | null;
  /** Where the logo was fetched from. The page shows the stored bytes. */
  readonly logo_url: string | null;
  /** `#rrggbb`, lower case. */
  readonly color: string | null;
  readonly privacy_url: string | null;
  /** The SHA-256 of the logo's bytes, base64url; null without a logo. */
  readonly logo_hash: string | null;
  readonly updated_at: string;
}

export const logoTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'] as const;
export type LogoType = (typeof logoTypes)[number];

/** The bytes of a partner's logo. */
export interface ConnectLogo {
  readonly type: LogoType;
  readonly bytes: Buffer;
  /** SHA-256, base64url. */
  readonly hash: string;
}

export const mostLogoBytes = 100 * 1024;

/** How a file of each type begins, at some places. https://mimesniff.spec.whatwg.org/#image-type-pattern-matching-algorithm */
const signatures: Readonly<Record<LogoType, readonly (readonly (readonly [at: number, text: string])[])[]>> = {
  'image/png': [[[0, '\x89PNG\r\n\x1a\n']]],
  'image/jpeg': [[[0, '\xff\xd8\xff']]],
  'image/webp': [
    [
      [0, 'RIFF'],
      [8, 'WEBPVP'],
    ],
  ],
  'image/gif': [[[0, 'GIF87a']], [[0, 'GIF89a']]],
};

/** Whether a file begins as its type requires. A browser must not take it for another type. */
export const isOfType = (type: LogoType, bytes: Buffer): boolean =>
  signatures[type].some((parts) =>
    parts.every(([at, text]) => bytes.toString('latin1', at, at + text.length) === text),
  );
