// A domain is a company's once a file under it says so: whoever runs the domain can put it there, and nobody else. The
// file names companies by their ids, a line each; they are no secret, since what counts is where they stand.
import { PostFailed } from '#platform/egress/post-failed.ts';
import { isDevHost } from '#platform/egress/webhook-url.ts';

const path = '/.well-known/tenor.txt';
const waitMsMax = 5_000;
const lengthMax = 16_384;

/** Undefined: no host has this name. */
export function proofUrl(domain: string, devHosts: ReadonlySet<string>): URL | undefined {
  const plain = URL.parse(`http://${domain}${path}`);
  const isDev = plain !== null && isDevHost(devHosts, plain);
  return (isDev ? plain : URL.parse(`https://${domain}${path}`)) ?? undefined;
}

interface Said {
  /** The ids of the companies that the file names. */
  readonly companies: ReadonlySet<string>;
  /** What came instead of a file; undefined: there is one. */
  readonly instead?: string;
}

const none = (instead: string): Said => ({ companies: new Set(), instead });

/** What the domain says now. A redirect is no file: whoever runs the other place does not run this one. */
export async function saidUnder(domain: string, devHosts: ReadonlySet<string>): Promise<Said> {
  const url = proofUrl(domain, devHosts);
  if (url === undefined) return none('No host has this name.');
  // Few processes ever ask, and the code for it is large.
  const { makeAsking } = await import('#platform/egress/fetch.ts');
  const asking = makeAsking({ devHosts });
  try {
    const headers = { accept: 'text/plain' };
    const answer = await asking.fetch(url.href, { method: 'GET', headers, totalMs: waitMsMax });
    if (answer.status !== 200) return none(`The server answered ${answer.status}.`);
    const text = await answer.text();
    if (text.length > lengthMax) return none('The file is too long.');
    return { companies: new Set(text.split(/\r?\n/).map((line) => line.trim())) };
  } catch (error) {
    if (error instanceof PostFailed) return none(error.message);
    throw error;
  } finally {
    await asking.close();
  }
}
