import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls, type SecureContext, type TLSSocket } from 'node:tls';
import type { Milliseconds } from '../kernel/time.ts';
import { addressKind, isAllowed, type AddressPolicy } from '../domain/webhook/address-rules.ts';
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
  /** `none` calls loopback addresses only. */
  readonly security: 'tls' | 'none';
  /** Further trusted certificate authorities; undefined for the default ones. */
  readonly secureContext: SecureContext | undefined;
  /** The limit of a connection to one address. */
  readonly connectMilliseconds: Milliseconds;
}

/** Bounds the attempts for a host with many addresses. */
const mostAddresses = 3;

/**
 * A TLS connection to a host with public addresses only, or a plain one to this machine. It connects to a checked address and not to the name, which
 * prevents DNS rebinding.
 * @throws DialError
 */
export const dial = async (hostname: string, port: number, dialing: Dialing, signal: AbortSignal): Promise<Socket> => {
  const addresses = await checkedAddresses(hostname, dialing, signal);
  let failure = new DialError('dns');
  for (const address of addresses.slice(0, mostAddresses)) {
    if (signal.aborted) break;
    try {
      const limit = AbortSignal.any([signal, AbortSignal.timeout(dialing.connectMilliseconds)]);
      const socket = await connected(address, port, limit);
      return dialing.security === 'none' ? socket : await secured(socket, hostname, dialing, signal);
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
  const { resolve, policy, security } = dialing;
  const known = isIP(hostname) === 0 ? ownAddresses(hostname, security) : [hostname];
  const addresses = known ?? (await resolved(hostname, resolve, signal));
  const mayBeCalled = (address: string): boolean =>
    isAllowed(address, policy) && (security === 'tls' || addressKind(address) === 'loopback');
  // A host with any address that is not public is refused.
  if (!addresses.every(mayBeCalled)) throw new DialError('refused_address');
  return addresses;
};

/** No name server is asked for `localhost`. https://www.rfc-editor.org/rfc/rfc6761#section-6.3 */
const ownAddresses = (hostname: string, security: Dialing['security']): readonly string[] | null =>
  security === 'none' && hostname === 'localhost' ? ['127.0.0.1', '::1'] : null;

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

/** The last check before anything is sent. */
const isPeer = (socket: Socket, address: string): boolean =>
  socket.remoteAddress !== undefined && canonical(socket.remoteAddress) === canonical(address);

/** The canonical form of an IPv6 address, by the URL standard's serialiser. */
const canonical = (address: string): string =>
  isIP(address) === 6 ? new URL(`https://[${address}]`).hostname : address;

const secured = (socket: Socket, hostname: string, dialing: Dialing, signal: AbortSignal): Promise<TLSSocket> => {
  const options = {
    socket,
    host: hostname,
    // Explicit, because NODE_TLS_REJECT_UNAUTHORIZED changes the default.
    rejectUnauthorized: true,
    ...(isIP(hostname) === 0 && { servername: hostname }),
    ...(dialing.secureContext && { secureContext: dialing.secureContext }),
  };
  return established('tls', signal, connectTls(options), 'secureConnect');
};

/** The socket after `event`. It is destroyed when an error, its end or the signal comes first. */
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
    // An error while it closes needs a listener.
    socket.on('error', () => undefined).destroy();
    throw error;
  } finally {
    socket.removeListener(event, onEvent).removeListener('error', onEnd).removeListener('close', onEnd);
    signal.removeEventListener('abort', onAbort);
  }
};
