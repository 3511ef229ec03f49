import { createOutboundClient, outboundLimits, type OutboundClient } from '../outbound/client.ts';
import { createResolve } from '../outbound/resolver.ts';
import { systemClock } from './clock.ts';
import { variables } from './environment.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Addresses of this machine are for the stage `local`; no other stage can be told to allow them. */
const allowsLoopback = (environment: Environment): boolean =>
  environment[variables.stage] === 'local' && environment[variables.allowLoopback] === 'true';

/** The client for whatever a partner controls. */
export const openOutbound = (environment: Environment): OutboundClient =>
  createOutboundClient({
    resolve: createResolve(),
    clock: systemClock,
    policy: { allowLoopback: allowsLoopback(environment) },
    limits: outboundLimits,
  });

/** What the waits of deliveries are divided by, which only the stage `local` may be told. */
export const retryDivisorOf = (environment: Environment): number => {
  const given = environment[variables.stage] === 'local' ? environment[variables.retryDivisor] : undefined;
  const divisor = Number(given ?? '1');
  if (!(divisor >= 1)) throw new Error(`environment variable ${variables.retryDivisor} must be a number from 1`);
  return divisor;
};
