// A plain connection that leads only outside, for what is not HTTP. The address is checked as it is connected to.
import { lookup as systemLookup } from 'node:dns';
import { isIP, connect as netConnect, type Socket } from 'node:net';
import { checkedLookup, type Lookup, plainLookup, refused } from './connect.ts';
import { isInnerAddress } from './inner-address.ts';
import { codeOf, PostFailed, seconds } from './post-failed.ts';
import { isDevHost } from './webhook-url.ts';

interface Outer {
  readonly hostname: string;
  readonly port: number;
  /** Hosts inside that development may reach. */
  readonly devHosts: ReadonlySet<string>;
  readonly connectMs: number;
  readonly lookup?: Lookup;
}

/** Errors: PostFailed. */
export function outerSocket({ hostname, port, devHosts, connectMs, lookup = systemLookup }: Outer): Promise<Socket> {
  const isDev = isDevHost(devHosts, { protocol: '', hostname, port: String(port) });
  if (!isDev && isIP(hostname) !== 0 && isInnerAddress(hostname)) return Promise.reject(refused());
  const socket = netConnect({
    host: hostname,
    port,
    lookup: isDev ? plainLookup(lookup) : checkedLookup(lookup),
    autoSelectFamily: true,
    noDelay: true,
    keepAlive: true,
  });
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      socket.destroy(new PostFailed('timeout', `The host took no connection within ${seconds(connectMs)}.`));
    }, connectMs);
    socket.once('connect', () => {
      clearTimeout(timer);
      resolve(socket);
    });
    // Stays for the life of the socket: without a listener a late error would end the process.
    socket.on('error', (error) => {
      clearTimeout(timer);
      const failed = new PostFailed('connect', `The host could not be connected to${codeOf(error)}.`, error);
      reject(error instanceof PostFailed ? error : failed);
    });
  });
}
