// How a command that calls a running service like any client finds that service.
import type { ClientConfig } from '#platform/config.ts';
import type { Values } from './command.ts';
import { WrongUse } from './wrong-use.ts';

export const clientOptions = {
  url: 'Address of the service; TENOR_URL if not given, else PORT on this machine (http://127.0.0.1:4000).',
  key: 'An API key; TENOR_API_KEY if not given.',
} as const;

export interface Asked {
  /** The address, without a slash at its end. */
  readonly url: string;
  readonly key: string;
}

export function whomToAsk(config: ClientConfig, { url, key }: Values): Asked {
  const secret = key ?? config.key ?? '';
  if (!/^[\x21-\x7e]+$/.test(secret)) throw new WrongUse('--key or TENOR_API_KEY must be an API key.');
  const address = addressOf('--url or TENOR_URL', url ?? config.url);
  return { url: address.replace(/\/+$/, ''), key: secret };
}

export function addressOf(name: string, text: string): string {
  const url = URL.parse(text);
  const isRight = url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
  if (!isRight) throw new WrongUse(`${name} must be an address such as http://127.0.0.1:4000, without a user in it.`);
  return text;
}
