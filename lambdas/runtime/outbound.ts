import { createOutboundClient, outboundLimits, type OutboundClient } from '../outbound/client.ts';
import { createResolve } from '../outbound/resolver.ts';
import { systemClock } from './clock.ts';
import { variables, type Environment } from './environment.ts';
import { spend } from './spent.ts';

/** Only the stage `local` may allow addresses of this machine. */
const allowsLoopback = (environment: Environment): boolean =>
  environment[variables.stage] === 'local' && environment[variables.allowLoopback] === 'true';

/** The client of addresses that partners control. */
export const openOutbound = (environment: Environment): OutboundClient => {
  const client = createOutboundClient({
    resolve: createResolve(),
    clock: systemClock,
    policy: { allowLoopback: allowsLoopback(environment) },
    limits: outboundLimits,
  });
  return {
    ...client,
    send: async (request) => {
      const result = await client.send(request);
      const { method: operation, headers } = request;
      spend({ service: 'endpoint', operation, ms: result.milliseconds, begunBy: headers['x-request-id'] });
      return result;
    },
  };
};

/** The divisor of the waits of deliveries; 1 but in the stage `local`. */
export const retryDivisorOf = (environment: Environment): number => {
  const given = environment[variables.stage] === 'local' ? environment[variables.retryDivisor] : undefined;
  const divisor = Number(given ?? '1');
  if (!(divisor >= 1)) throw new Error(`environment variable ${variables.retryDivisor} must be a number from 1`);
  return divisor;
};
