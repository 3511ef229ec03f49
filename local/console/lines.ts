import type { PlatformLine } from '@swift-worker/platform-simulator/line-overview.ts';
import type { StackDescription } from '../state-file.ts';
import type { CallbackLevel, ConsoleLine } from './state.ts';

type Addresses = Pick<StackDescription, 'partners' | 'platform'>;

/** Adds to each callback URL whom it belongs to. */
export const consoleLine = (line: PlatformLine, addresses: Addresses): ConsoleLine => {
  const level = (url: string | null): CallbackLevel => (url === null ? null : { url, owner: ownerOf(url, addresses) });
  const { number, waba, app } = line.callback;
  return { ...line, callback: { number: level(number), waba: level(waba), app: level(app) } };
};

const ownerOf = (url: string, { partners, platform }: Addresses): string => {
  if (url === platform.callback_url) return 'the service';
  return partners.find(({ receiver_url: receiver }) => receiver === url)?.name ?? 'somebody else';
};
