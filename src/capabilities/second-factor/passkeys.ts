// The passkeys of a user: registered on a page of the company, used on pages of the same host.

import { machineNow } from '#platform/clock.ts';
import type { RowTools, SecretTools } from '#platform/command/tools.ts';
import { redraw } from '#platform/db/races.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import { refuseField } from '#platform/errors.ts';
import { newId } from '#platform/ids.ts';
import { notFound } from '#platform/resource/not-found.ts';
import { isTaken } from '#platform/sqlstate.ts';
import { takeRegistration, writeRegistration } from './challenges.ts';
import { noPage } from './errors.ts';
import { type Page, pageNamed } from './pages.ts';
import {
  type AuthenticationResponseJSON,
  algorithms,
  challengeIn,
  counterShown,
  newCredential,
  type RegistrationResponseJSON,
} from './passkey-responses.ts';
import type { PasskeyRow } from './tables.ts';

/** So many are enough for anybody, and few enough to be listed whole. */
const passkeysMax = 20;
export const passkeySeconds = 5 * 60;

interface Owner {
  readonly userId: string;
  readonly name: string;
  readonly displayName: string;
}

/** Errors: NoPageForPasskeys, InvalidRequest. */
export async function registrationOptions(
  tools: SecretTools,
  tx: Tx,
  owner: Owner,
  { pages, origin }: { readonly pages: readonly Page[]; readonly origin: string | undefined },
) {
  if (pages.length === 0) throw noPage();
  const page = pageNamed(pages, { origin });
  if (page === undefined) {
    throw refuseField('origin', 'is no page where such users sign in', pages.map((one) => one.origin).join(' or '));
  }
  const before = await tx.rows(passkeysOf(tx, owner.userId));
  if (before.length >= passkeysMax) throw refuseField('', `There are ${passkeysMax} passkeys.`, 'remove one first');
  return {
    challenge: writeRegistration(tools, tx, { userId: owner.userId, host: page.host, seconds: passkeySeconds }),
    rp: { id: page.host, name: page.host },
    user: { id: handleOf(owner.userId), name: owner.name, displayName: owner.displayName },
    pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key' as const, alg })),
    timeout: passkeySeconds * 1000,
    attestation: 'none' as const,
    authenticatorSelection: { residentKey: 'preferred' as const, userVerification: 'preferred' as const },
    excludeCredentials: before.filter(({ rp_id }) => rp_id === page.host).map(descriptorOf),
  };
}

/** Errors: InvalidRequest. */
export async function registerPasskey(
  tools: RowTools,
  tx: Tx,
  { userId, name, pages }: { readonly userId: string; readonly name: string; readonly pages: readonly Page[] },
  response: RegistrationResponseJSON,
): Promise<PasskeyRow> {
  const challenge = challengeIn(response) ?? '';
  const host = await takeRegistration(tools, tx, userId, challenge);
  const credential = host && (await newCredential(response, { challenge, host, pages }));
  if (!host || !credential) {
    const right = 'the answer of the browser to POST /auth/second-factors/passkeys/options, within five minutes, once';
    throw refuseField('response', 'is no answer to options of this user on a page of the company', right);
  }
  const row = {
    id: newId('PK'),
    user_id: userId,
    position: tools.position(),
    name,
    rp_id: host,
    credential_id: Buffer.from(credential.id, 'base64url'),
    public_key: Buffer.from(credential.publicKey),
    transports: credential.transports ?? [],
    counter: credential.counter,
    counter_went_back_at: null,
    created_at: machineNow(tools.clock),
    last_used_at: null,
  };
  tx.write(tx.db.insertInto('passkeys').values(row), (error) =>
    isTaken(error, 'passkeys_credential')
      ? refuseField('response', 'is of a passkey that is there already', 'another passkey')
      : redraw('passkeys_pkey')(error),
  );
  return { ...row, company_id: tx.realm.companyId };
}

interface Shown {
  readonly userId: string;
  readonly response: AuthenticationResponseJSON;
  readonly challenge: string;
  readonly pages: readonly Page[];
  readonly mustVerifyUser: boolean;
}

/** Whether it is the answer of a passkey of this user. A counter that goes back refuses it, and is written down. */
export async function takePasskey({ clock }: SecretTools, tx: Tx, shown: Shown): Promise<boolean> {
  const { userId, response, ...expected } = shown;
  const credential = Buffer.from(response.id, 'base64url');
  const row = await tx.row(passkeysOf(tx, userId).where('credential_id', '=', credential).forUpdate());
  const counter = row && (await counterShown(response, row, { ...expected, host: row.rp_id }));
  if (row === undefined || counter === undefined) return false;
  const wentBack = counter <= row.counter && (counter > 0 || row.counter > 0);
  const now = machineNow(clock);
  const set = wentBack ? { counter_went_back_at: now } : { counter, last_used_at: now };
  tx.write(tx.db.updateTable('passkeys').set(set).where('user_id', '=', userId).where('id', '=', row.id));
  return !wentBack;
}

/** Errors: NotFound. */
export async function removePasskey(tx: Tx, userId: string, id: string): Promise<void> {
  const gone = tx.db.deleteFrom('passkeys').where('user_id', '=', userId).where('id', '=', id);
  if ((await tx.affected(gone)) === 0) throw notFound('passkey', id, 'passkeyId', 'You');
}

export const passkeysOf = ({ db }: Reader, userId: string) =>
  db.selectFrom('passkeys').selectAll().where('user_id', '=', userId).orderBy('position');

/** What a browser asks a passkey for. */
export const requestOptions = (
  challenge: string,
  host: string,
  passkeys: readonly PasskeyRow[],
  userVerification: 'preferred' | 'required',
) => ({
  challenge,
  rpId: host,
  timeout: passkeySeconds * 1000,
  userVerification,
  allowCredentials: passkeys.map(descriptorOf),
});

const descriptorOf = ({ credential_id, transports }: PasskeyRow) => ({
  id: credential_id.toString('base64url'),
  type: 'public-key' as const,
  transports,
});

/** A passkey alone says by this whose it is. */
const handleOf = (userId: string): string => Buffer.from(userId).toString('base64url');

export const userOfHandle = (handle: string | undefined): string => Buffer.from(handle ?? '', 'base64url').toString();
