// Which addresses are inner: the machine itself, its networks, the clouds' metadata services, and all that is reserved.
// An address that we cannot recognise as public is inner.
import { BlockList, isIP } from 'node:net';

/** IPv4 that is not public unicast, from the IANA registry of special purpose addresses. */
const innerIpv4: readonly (readonly [network: string, bits: number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];

/** Everything except 2000::/3, and within it what is reserved or leads back to IPv4: Teredo, 6to4, documentation. */
const innerIpv6: readonly (readonly [network: string, bits: number])[] = [
  ['::', 3],
  ['4000::', 2],
  ['8000::', 1],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];

// Two lists: one list would mix IPv4 with the IPv6 addresses that contain IPv4, all of which are inner.
const inner = { ipv4: new BlockList(), ipv6: new BlockList() };
for (const [network, bits] of innerIpv4) inner.ipv4.addSubnet(network, bits, 'ipv4');
for (const [network, bits] of innerIpv6) inner.ipv6.addSubnet(network, bits, 'ipv6');

export function isInnerAddress(ip: string): boolean {
  const family = isIP(ip);
  // A zone names an interface of this machine. The list would ignore the zone of such an address.
  if (family === 0 || ip.includes('%')) return true;
  return family === 4 ? inner.ipv4.check(ip, 'ipv4') : inner.ipv6.check(ip, 'ipv6');
}
