import type { Texts } from '../texts/texts.ts';

/** A signal of a risk, such as `quality_rating=RED`, in words. */
export const riskReason = ({ lines, platform }: Texts, reason: string): string => {
  const [fact = '', value = ''] = reason.split('=');
  switch (fact) {
    case 'quality_rating':
      return `${lines.quality}: ${platform.quality[value] ?? value}`;
    case 'platform_status':
      return `${lines.platformStatus}: ${platform.status[value] ?? value}`;
    case 'can_send_message':
      return `${platform.sendingName}: ${platform.sending[value] ?? value}`;
    // Without an end, its year is 9999.
    case 'restricted_until':
      return `${platform.restrictedUntil}: ${value.startsWith('9999') ? platform.liftedByPlatform : value.slice(0, 10)}`;
    case 'account_state':
      return platform.paused;
    case 'stale':
      return platform.stale;
    default:
      return reason;
  }
};
