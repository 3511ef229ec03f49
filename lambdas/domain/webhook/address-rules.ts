import ipaddr from 'ipaddr.js';

/**
 * The kind of an IP address. Only `public` addresses are called for a partner. Mapped and translated forms (IPv4-mapped,
 * NAT64, 6to4, Teredo) are refused whatever address they contain, because the service can't know which host answers.
 */
export type AddressKind = 'public' | 'loopback' | 'refused';

/** Addresses in public ranges that answer inside a cloud. https://learn.microsoft.com/azure/virtual-network/what-is-ip-address-168-63-129-16 */
const insideClouds: ReadonlySet<string> = new Set(['168.63.129.16']);

/** The only block that IANA allocates from. Outside are ::a.b.c.d and ranges that ipaddr.js does not name. https://www.iana.org/assignments/ipv6-address-space */
const globalUnicast: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('2000::'), 3];

/** @param address an IPv4 address in four decimal parts, or an IPv6 address without brackets; any other text is refused. */
export const addressKind = (address: string): AddressKind => {
  if (ipaddr.IPv4.isValidFourPartDecimal(address)) {
    const parsed = ipaddr.IPv4.parse(address);
    if (insideClouds.has(parsed.toString())) return 'refused';
    return kindOfRange(parsed.range());
  }
  if (!ipaddr.IPv6.isValid(address)) return 'refused';
  const parsed = ipaddr.IPv6.parse(address);
  if (parsed.zoneId !== undefined) return 'refused';
  const kind = kindOfRange(parsed.range());
  return kind === 'public' && !parsed.match(globalUnicast) ? 'refused' : kind;
};

const kindOfRange = (range: string): AddressKind => {
  if (range === 'unicast') return 'public';
  return range === 'loopback' ? 'loopback' : 'refused';
};

export interface AddressPolicy {
  /** Whether loopback addresses may be called, which is so in the stage `local` only. */
  readonly allowLoopback: boolean;
}

export const isAllowed = (address: string, { allowLoopback }: AddressPolicy): boolean => {
  const kind = addressKind(address);
  return kind === 'public' || (kind === 'loopback' && allowLoopback);
};
