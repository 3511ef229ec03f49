import ipaddr from 'ipaddr.js';

/**
 * What kind of place an IP address is. Only `public` may be called on a partner's behalf: mapped and translated forms
 * (IPv4-mapped, NAT64, 6to4, Teredo) are refused as a whole, whatever address they carry, because what answers
 * behind a translator is not ours to know.
 */
export type AddressKind = 'public' | 'loopback' | 'refused';

/** Addresses that are public by range, yet answer inside a cloud. https://learn.microsoft.com/azure/virtual-network/what-is-ip-address-168-63-129-16 */
const insideClouds: ReadonlySet<string> = new Set(['168.63.129.16']);

/** The only block IANA hands out; outside it lie ::a.b.c.d and whatever ipaddr.js has no name for. https://www.iana.org/assignments/ipv6-address-space */
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
  /** Whether this machine itself may be called: in the stage `local`, and only there. */
  readonly allowLoopback: boolean;
}

export const isAllowed = (address: string, { allowLoopback }: AddressPolicy): boolean => {
  const kind = addressKind(address);
  return kind === 'public' || (kind === 'loopback' && allowLoopback);
};
