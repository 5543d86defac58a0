// The forms in which settings are given.
import { isIP } from 'node:net';

export const isTrustProxy = (text: string): boolean =>
  text === 'true' || text === 'false' || text.split(',').every(isAddresses);

/** True for an address, or for a range such as 10.0.0.0/8. All addresses are no range: `true` says so. */
function isAddresses(text: string): boolean {
  const [address = '', bits, ...more] = text.trim().split('/');
  const family = isIP(address);
  const bitsMax = family === 4 ? 32 : 128;
  return (
    family !== 0 &&
    more.length === 0 &&
    (bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= bitsMax))
  );
}

export const isLogLevel = (text: string) =>
  ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'].includes(text);
export const isLongKey = (text: string) => /^[\x21-\x7e]{32,512}$/.test(text);
export const isHttpUrl = (text: string) => /^https?:\/\/[^?#@]+$/.test(text) && URL.canParse(text);
/** The driver takes `socket:`, and an empty host behind a login where `?host=` names the folder of a socket. */
export const isPostgresUrl = (text: string) =>
  /^socket:/.test(text) || (/^postgres(ql)?:\/\//.test(text) && isWholeUrl(text.replace('@/', '@socket/')));

/** Whether all parts can be read: a slash or a per cent sign of a password has to be written as %2F or %25. */
export function isWholeUrl(text: string): boolean {
  const url = URL.parse(text);
  if (url === null) return false;
  try {
    for (const part of [url.username, url.password, url.pathname]) decodeURIComponent(part);
    return true;
  } catch {
    return false;
  }
}
export const listOf = (text: string): string[] => (text === '' ? [] : text.split(',').map((one) => one.trim()));
