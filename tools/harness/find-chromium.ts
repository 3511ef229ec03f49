import { existsSync } from 'node:fs';

/** Debian's packages. The first one has no windows, and needs half the processor time. */
const places = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];

/** The path of Chromium, if there is one; the environment variable `CHROMIUM` may name another one. */
export const findChromium = (): string | undefined =>
  [process.env['CHROMIUM'] ?? places].flat().find((place) => existsSync(place));

export const noChromium =
  'there is no Chromium: install it with apt-get install chromium-headless-shell, or name one in CHROMIUM';
