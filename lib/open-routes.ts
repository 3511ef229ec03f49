import type { FunctionSize, OpenFunctions } from './function-size.ts';

/** A throttle of API Gateway: the mean of requests a second, and the most at once. */
export interface Throttle {
  readonly requestsPerSecond: number;
  readonly burst: number;
}

/** The routes that API Gateway lets anybody call, and that no partner's rate limit counts. */
export type OpenRoute = 'platformCallback' | 'connect' | 'openApi' | 'unknownPaths';

type OpenRoutes = Readonly<Record<OpenRoute, Throttle>>;

/** The most of each route, in a stage that reserves enough for it. */
const most: Readonly<Record<OpenRoute, number>> = {
  // With 400 environments, which leave 150 of an account's 1,000 for the dispatcher: docs/capacity.md
  platformCallback: 4_000,
  connect: 250,
  openApi: 100,
  // Scanners request them. Their function is that of `openApi`.
  unknownPaths: 50,
};

/** The tokens of an account's bucket are 5,000, and a stage has half: https://docs.aws.amazon.com/apigateway/latest/developerguide/limits.html */
const mostBurst = 1_250;

/** What one environment answers in a second: a request of these routes takes a tenth of it or less. */
const answersPerEnvironment = 10;

/**
 * Throttles of no more than the reserved environments answer: what API Gateway lets in beyond that fails with 503, for those
 * who have a reason to call as well. Lambda runs no more at once than it reserves.
 * https://docs.aws.amazon.com/lambda/latest/dg/lambda-concurrency.html#calculating-concurrency
 */
export const openRoutes = ({ platformCallback, connect, openApi }: OpenFunctions): OpenRoutes => {
  const throttle = (route: OpenRoute, { reservedConcurrency: reserved }: FunctionSize, share: number): Throttle => {
    const answered = reserved === 'unreserved' ? Infinity : reserved * answersPerEnvironment * share;
    const requestsPerSecond = Math.floor(Math.min(most[route], answered));
    return { requestsPerSecond, burst: Math.min(requestsPerSecond, mostBurst) };
  };
  return {
    platformCallback: throttle('platformCallback', platformCallback, 1),
    connect: throttle('connect', connect, 1),
    openApi: throttle('openApi', openApi, 2 / 3),
    unknownPaths: throttle('unknownPaths', openApi, 1 / 3),
  };
};
