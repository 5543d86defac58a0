// The forms in which settings are given.
import { isIP } from 'node:net';

export const isTrustProxy = (text: string): boolean =>
  text === 'true' || text === 'false' || text.split(',').every(isAddresses);

/** True for an address, or for a range such as 10.0.0.0/8. */
function isAddresses(text: string): boolean {
  const [address = '', bits, ...more] = text.trim().split('/');
  const family = isIP(address);
  const bitsMax = family === 4 ? 32 : 128;
  return (
    family !== 0 && more.length === 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= bitsMax))
  );
}

export const isLogLevel = (text: string) =>
  ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'].includes(text);
export const isLongKey = (text: string) => /^[\x21-\x7e]{32,512}$/.test(text);
export const isHttpUrl = (text: string) => /^https?:\/\/[^?#@]+$/.test(text) && URL.canParse(text);
export const isPostgresUrl = (text: string) => /^(postgres(ql)?:\/\/|socket:)/.test(text);
export const listOf = (text: string): string[] => (text === '' ? [] : text.split(',').map((one) => one.trim()));
