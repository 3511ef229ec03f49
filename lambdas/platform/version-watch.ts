import { hour, type Clock, type Milliseconds } from '../kernel/time.ts';
import type { PlatformHttp } from './http.ts';

/** The last part of `https://host/v26.0`. */
export const versionOf = (graphUrl: string): string => graphUrl.split('/').at(-1) ?? '';

export interface VersionWatch {
  /** The version that calls ask for. */
  readonly asked: string;
  /** The version of the last answer that names one; null before it. */
  readonly served: () => string | null;
  readonly watching: (http: PlatformHttp) => PlatformHttp;
}

/**
 * Notices that the platform serves another version than calls ask for, as it does once a version has ended:
 * https://developers.facebook.com/docs/apps/versions
 * @param report is called at most once an hour
 */
export const versionWatch = (
  asked: string,
  clock: Clock,
  report: (served: string, now: Milliseconds) => void,
): VersionWatch => {
  let served: string | null = null;
  let quietUntil: Milliseconds = 0;
  const see = (version: string): void => {
    served = version;
    const now = clock();
    if (version === asked || now < quietUntil) return;
    quietUntil = now + hour;
    report(version, now);
  };
  return {
    asked,
    served: () => served,
    watching: (http) => async (call, limit, ended) => {
      const answer = await http(call, limit, ended);
      const version = answer.kind === 'response' ? answer.version : undefined;
      if (version !== undefined && /^v\d{1,3}\.\d{1,3}$/.test(version)) see(version);
      return answer;
    },
  };
};
