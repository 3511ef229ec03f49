/** A throttle of API Gateway: the mean of requests a second, and the most at once. */
export interface Throttle {
  readonly requestsPerSecond: number;
  readonly burst: number;
}

/** The routes that API Gateway lets anybody call, and that no partner's rate limit counts. */
export type OpenRoute = 'platformCallback' | 'connect' | 'openApi' | 'unknownPaths';

/** Less than what their functions answer with the environments that production reserves for them. */
export const openRoutes: Readonly<Record<OpenRoute, Throttle>> = {
  platformCallback: { requestsPerSecond: 500, burst: 500 },
  connect: { requestsPerSecond: 250, burst: 250 },
  openApi: { requestsPerSecond: 100, burst: 100 },
  // Scanners request them.
  unknownPaths: { requestsPerSecond: 50, burst: 100 },
};
