import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls, type SecureContext, type TLSSocket } from 'node:tls';
import type { Milliseconds } from '../domain/time.ts';
import { isAllowed, type AddressPolicy } from '../domain/webhook/address-rules.ts';
import type { Resolve } from './resolver.ts';

export type DialFailure = 'refused_address' | 'dns' | 'connect' | 'tls';

export class DialError extends Error {
  override readonly name = 'DialError';
  readonly kind: DialFailure;

  constructor(kind: DialFailure, cause?: unknown) {
    super(`could not dial: ${kind}`, { cause });
    this.kind = kind;
  }
}

export interface Dialing {
  readonly resolve: Resolve;
  readonly policy: AddressPolicy;
  /** Certificate authorities to trust beside the usual ones; undefined: only those. */
  readonly secureContext: SecureContext | undefined;
  /** For one address of a name. */
  readonly connectMilliseconds: Milliseconds;
}

/** A name with many addresses must not multiply the attempts. */
const mostAddresses = 3;

/**
 * A TLS connection to a host whose every address was checked. What is connected to is the checked address itself and
 * never the name, so an answer that changes in between (DNS rebinding) changes nothing.
 * @throws DialError
 */
export const dial = async (
  hostname: string,
  port: number,
  dialing: Dialing,
  signal: AbortSignal,
): Promise<TLSSocket> => {
  const addresses = await checkedAddresses(hostname, dialing, signal);
  let failure = new DialError('dns');
  for (const address of addresses.slice(0, mostAddresses)) {
    if (signal.aborted) break;
    try {
      const limit = AbortSignal.any([signal, AbortSignal.timeout(dialing.connectMilliseconds)]);
      const socket = await connected(address, port, limit);
      return await secured(socket, hostname, dialing, signal);
    } catch (error) {
      if (!(error instanceof DialError) || error.kind === 'refused_address') throw error;
      failure = error;
    }
  }
  throw failure;
};

const checkedAddresses = async (
  hostname: string,
  dialing: Dialing,
  signal: AbortSignal,
): Promise<readonly string[]> => {
  const addresses = isIP(hostname) === 0 ? await resolved(hostname, dialing.resolve, signal) : [hostname];
  // One address that is not public gives the name away: none of its others is tried.
  if (!addresses.every((address) => isAllowed(address, dialing.policy))) throw new DialError('refused_address');
  return addresses;
};

const resolved = async (hostname: string, resolve: Resolve, signal: AbortSignal): Promise<readonly string[]> => {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const onAbort = (): void => {
    reject(new DialError('dns', signal.reason));
  };
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([resolve(hostname, signal), aborted]);
  } catch (error) {
    throw new DialError('dns', error);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
};

const connected = (address: string, port: number, signal: AbortSignal): Promise<Socket> =>
  established('connect', signal, connectTcp({ host: address, port, noDelay: true }), 'connect').then((socket) => {
    if (isPeer(socket, address)) return socket;
    socket.destroy();
    throw new DialError('refused_address');
  });

/** Nothing was sent yet: this is the last word on where the bytes will go. */
const isPeer = (socket: Socket, address: string): boolean =>
  socket.remoteAddress !== undefined && canonical(socket.remoteAddress) === canonical(address);

/** One spelling for each IPv6 address, as the URL standard's serialiser has it. */
const canonical = (address: string): string =>
  isIP(address) === 6 ? new URL(`https://[${address}]`).hostname : address;

const secured = (socket: Socket, hostname: string, dialing: Dialing, signal: AbortSignal): Promise<TLSSocket> => {
  const options = {
    socket,
    host: hostname,
    // Said again, as NODE_TLS_REJECT_UNAUTHORIZED would change the default.
    rejectUnauthorized: true,
    ...(isIP(hostname) === 0 && { servername: hostname }),
    ...(dialing.secureContext && { secureContext: dialing.secureContext }),
  };
  return established('tls', signal, connectTls(options), 'secureConnect');
};

/** The socket once it has said `event`; destroyed when it errs, closes or the signal comes first. */
const established = async <S extends Socket>(
  kind: DialFailure,
  signal: AbortSignal,
  socket: S,
  event: string,
): Promise<S> => {
  const { promise, resolve, reject } = Promise.withResolvers<S>();
  const onEvent = (): void => {
    resolve(socket);
  };
  const onEnd = (cause?: unknown): void => {
    reject(new DialError(kind, cause));
  };
  const onAbort = (): void => {
    reject(new DialError(kind, signal.reason));
  };
  socket.once(event, onEvent).on('error', onEnd).once('close', onEnd);
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) onAbort();
  try {
    return await promise;
  } catch (error) {
    // It may still err while it closes, and nobody else listens.
    socket.on('error', () => undefined).destroy();
    throw error;
  } finally {
    socket.removeListener(event, onEvent).removeListener('error', onEnd).removeListener('close', onEnd);
    signal.removeEventListener('abort', onAbort);
  }
};
