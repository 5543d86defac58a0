// Texts that carry a secret and say where it belongs: refresh tokens, exchange tokens, challenges, devices. What follows a refresh token
// is derived from it, so that a renewal that is repeated gives the same one, although only hashes are stored.
import type { Vault } from '#platform/crypto/vault.ts';
import { type Mode, modes, type Realm } from '#platform/db/realm.ts';
import { randomBytes } from '#platform/random.ts';

type Kind = 'refresh' | 'exchange' | 'challenge' | 'device';

interface Place {
  readonly realm: Realm;
  readonly userId: string;
  /** The session, the code, the challenge or the device. */
  readonly id: string;
}

interface Read extends Place {
  readonly secret: string;
}

const secretBytes = 32;

export const newSecret = (): string => randomBytes(secretBytes).toString('base64url');

export const writeSecret = (kind: Kind, { realm, userId, id }: Place, secret: string): string =>
  ['tenor', kind, realm.mode, realm.companyId, userId, id, secret].join('_');

const form =
  /^tenor_(refresh|exchange|challenge|device)_(live|test)_(CP-\w{4}-\w{4})_(UR-\w{4}-\w{4})_(\w\w-\w{4}-\w{4})_([\w-]{43})$/;

export function readSecret(kind: Kind, text: string): Read | undefined {
  const parts = form.exec(text);
  if (parts === null || parts[1] !== kind || !modes.includes(parts[2] as Mode)) return undefined;
  const [, , mode, companyId, userId, id, secret] = parts as unknown as string[];
  return {
    realm: { mode: mode as Mode, companyId: companyId as string },
    userId: userId as string,
    id: id as string,
    secret: secret as string,
  };
}

export const hashOf = (vault: Vault, kind: Kind, id: string, secret: string): Buffer =>
  vault.secretHash(kind, `${id} ${secret}`);

export const successorOf = (vault: Vault, id: string, secret: string): string =>
  vault.secretHash('refresh after', `${id} ${secret}`).toString('base64url');
