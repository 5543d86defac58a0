// What a URL shows of its destination before anything is resolved. The connection checks again: see connect.ts.
import { isIP } from 'node:net';
import { isInnerAddress } from './inner-address.ts';

const lengthMax = 2048;
const publicUrl = 'an address on the public internet such as https://hooks.example.com/tenor';

interface WrongUrl {
  /** What is wrong with the URL: "must …". */
  readonly problem: string;
  readonly expected: string;
}

export function wrongUrl(text: string, devHosts: ReadonlySet<string>): WrongUrl | undefined {
  if (text.length > lengthMax) {
    return { problem: `must have at most ${lengthMax} characters`, expected: `at most ${lengthMax} characters` };
  }
  // The parser drops tabs and line ends of a URL and forgives slashes. We refuse a text that needs that.
  const url = /^[a-z][a-z\d+.-]*:\/\/[^/\\]/i.test(text) && !/[\p{Cc}\s\\]/u.test(text) ? URL.parse(text) : null;
  if (url === null) return { problem: 'must be a URL', expected: publicUrl };
  const isDev = isDevHost(devHosts, url);
  if (url.protocol !== 'https:' && !(isDev && url.protocol === 'http:')) {
    return { problem: 'must begin with https://', expected: publicUrl };
  }
  if (url.username !== '' || url.password !== '') {
    return { problem: 'must not hold a user or password', expected: 'a URL without user and password' };
  }
  // An empty fragment is a fragment too, but the parsed URL does not show it.
  if (text.includes('#')) return { problem: 'must not have a fragment', expected: 'a URL without #' };
  if (url.port === '0') return { problem: 'must not have port 0', expected: 'a port from 1 to 65535' };
  if (!isDev && !isPublicHost(url.hostname)) {
    return { problem: 'must lead to a host on the public internet', expected: publicUrl };
  }
  return undefined;
}

/** Names that no public name server knows. */
const innerDomains = ['localhost', 'localdomain', 'local', 'internal', 'home.arpa'];

/** The URL has already brought every spelling of an address to the usual form. */
function isPublicHost(hostname: string): boolean {
  const host = bare(hostname).replace(/\.$/, '');
  if (isIP(host) !== 0) return !isInnerAddress(host);
  if (!/^([a-z\d_-]{1,63}\.)+[a-z\d_-]{1,63}$/.test(host) || host.length > 253) return false;
  return !innerDomains.some((domain) => host === domain || host.endsWith(`.${domain}`));
}

const bare = (hostname: string): string => (hostname.startsWith('[') ? hostname.slice(1, -1) : hostname);

interface Origin {
  readonly protocol: string;
  /** An IPv6 address with or without brackets. */
  readonly hostname: string;
  /** Empty: the default port of the protocol. */
  readonly port: string;
}

/** A host that development may reach without https and inside: host and port must match exactly. */
export function isDevHost(devHosts: ReadonlySet<string>, { protocol, hostname, port }: Origin): boolean {
  if (devHosts.size === 0) return false;
  const host = hostname.includes(':') ? `[${bare(hostname)}]` : hostname;
  const standard = standardPort(protocol);
  const isStandard = port === '' || port === standard;
  return devHosts.has(`${host}:${port === '' ? standard : port}`) || (isStandard && devHosts.has(host));
}

export const standardPort = (protocol: string): string => (protocol === 'https:' ? '443' : '80');
