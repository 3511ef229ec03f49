import { Resolver } from 'node:dns/promises';

/**
 * Every address of a host name, IPv4 first. Empty when the name has none.
 * @throws when no name server gave an answer.
 */
export type Resolve = (hostname: string, signal: AbortSignal) => Promise<readonly string[]>;

/** Means that the name exists without such a record, or not at all. */
const noAddress: ReadonlySet<unknown> = new Set(['ENODATA', 'ENOTFOUND']);

/**
 * Asks the name servers themselves: `dns.lookup` would hold one of libuv's four threads for as long as a partner's
 * name server is slow. https://nodejs.org/api/dns.html#implementation-considerations
 * @param servers addresses with ports; undefined: those of the machine.
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
      // Some name servers fail for IPv6 only; what is there is checked and used.
      const failure = answers.find((answer) => answer.status === 'rejected' && !isNoAddress(answer.reason));
      if (addresses.length === 0 && failure?.status === 'rejected') throw failure.reason;
      return addresses;
    } finally {
      signal.removeEventListener('abort', cancel);
    }
  };

const isNoAddress = (reason: unknown): boolean =>
  typeof reason === 'object' && reason !== null && 'code' in reason && noAddress.has(reason.code);
