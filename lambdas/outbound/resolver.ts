import { Resolver } from 'node:dns/promises';

/**
 * All addresses of a host name, IPv4 first; empty without any.
 * @throws Error when no name server answered
 */
export type Resolve = (hostname: string, signal: AbortSignal) => Promise<readonly string[]>;

/** The name has no such record, or does not exist. */
const noAddress: ReadonlySet<unknown> = new Set(['ENODATA', 'ENOTFOUND']);

/**
 * Queries the name servers directly: `dns.lookup` blocks one of libuv's four threads while a name server is slow.
 * https://nodejs.org/api/dns.html#implementation-considerations
 * @param servers addresses with ports; undefined for those of the machine
 */
export const createResolve =
  (servers?: readonly string[]): Resolve =>
  async (hostname, signal) => {
    const resolver = new Resolver({ timeout: 2_500, tries: 2 });
    if (servers !== undefined) resolver.setServers(servers);
    const cancel = (): void => {
      resolver.cancel();
    };
    signal.addEventListener('abort', cancel, { once: true });
    try {
      const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
      const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
      // Some name servers fail for IPv6 only. The found addresses are used.
      const failure = answers.find((answer) => answer.status === 'rejected' && !isNoAddress(answer.reason));
      if (addresses.length === 0 && failure?.status === 'rejected') throw failure.reason;
      return addresses;
    } finally {
      signal.removeEventListener('abort', cancel);
    }
  };

const isNoAddress = (reason: unknown): boolean =>
  typeof reason === 'object' && reason !== null && 'code' in reason && noAddress.has(reason.code);
