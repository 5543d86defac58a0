// How an authorization is stored, found and shown.
import { sql } from 'kysely';
import type { Sealer, Vault } from '#platform/crypto/vault.ts';
import { type PlaceholderOf, prepared } from '#platform/db/prepared.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import type { Page, PageInput } from '#platform/http/pages.ts';
import { StringEnum } from '#platform/input/schemas.ts';
import { presenter } from '#platform/resource/columns.ts';
import { defineList } from '#platform/resource/define-list.ts';
import { notFound } from '#platform/resource/not-found.ts';
import { authorizationKinds } from './authorization-values.ts';
import { type Evidence, PaymentAuthorization } from './schemas.ts';
import { type AuthorizationRow, paymentAuthorizations } from './tables.ts';

/** The borrower who gave it. */
export interface Giver {
  readonly person_id: string;
  readonly external_id: string | null;
  readonly data_key: Buffer;
}

export const authorizationList = defineList({
  table: 'payment_authorizations',
  below: 'person_id',
  sort: ['createdAt', 'givenAt', 'kind'],
  filters: { kind: StringEnum(authorizationKinds) },
});

const authorizationRows = (reader: Reader) =>
  reader.db.selectFrom('payment_authorizations').select(paymentAuthorizations.all);

export const authorizationById = (
  reader: Reader,
  personId: string,
  id: string,
): Promise<AuthorizationRow | undefined> =>
  reader.row(authorizationRows(reader).where('person_id', '=', personId).where('id', '=', id));

/** With the word whether its account was stopped since it was given. */
export const authorizationInUse = (reader: Reader, personId: string, id: string) =>
  reader.row(inUse(reader.db, { personId, id }));

const inUse = prepared(
  (db, placeholder: PlaceholderOf<{ personId: string; id: string }>) =>
    db
      .selectFrom('payment_authorizations as given')
      .leftJoin('stopped_accounts as stopped', (join) =>
        join
          .onRef('stopped.person_id', '=', 'given.person_id')
          .onRef('stopped.account_hash', '=', 'given.account_hash'),
      )
      .selectAll('given')
      .select(sql<boolean>`coalesce(given.position <= stopped.stopped_position, false)`.as('is_stopped'))
      .where('given.person_id', '=', placeholder('personId'))
      .where('given.id', '=', placeholder('id')),
  { personId: 'text', id: 'text' },
);

/** Errors: NotFound, with the path `paymentAuthorizationId`. */
export async function storedAuthorization(reader: Reader, personId: string, id: string): Promise<AuthorizationRow> {
  const row = await authorizationById(reader, personId, id);
  if (row !== undefined) return row;
  throw notFound('payment authorization', id, 'paymentAuthorizationId', 'This borrower');
}

export const sealerOfGiver = (vault: Vault, { person_id, data_key }: Giver): Sealer =>
  vault.sealer(person_id, data_key);

export async function readAuthorization(reader: Reader, vault: Vault, giver: Giver, id: string) {
  const row = await storedAuthorization(reader, giver.person_id, id);
  return presentAuthorization(sealerOfGiver(vault, giver), row);
}

export function listAuthorizations(
  reader: Reader,
  vault: Vault,
  giver: Giver,
  input: PageInput,
): Promise<Page<PaymentAuthorization>> {
  const sealer = sealerOfGiver(vault, giver);
  return authorizationList.page(reader, authorizationRows(reader), input, {
    below: giver.person_id,
    each: (row) => presentAuthorization(sealer, row),
  });
}

// ---- what is sealed --------------------------------------------------------------------------------------------------

const noEvidence: Evidence = { ipAddress: null, device: null, recordingId: null };

const sealedPart = (id: string): string => `authorization.${id}.evidence`;

export const sealEvidence = (sealer: Sealer, id: string, evidence: Evidence): Buffer | null =>
  Object.values(evidence).every((part) => part === null) ? null : sealer.seal(sealedPart(id), JSON.stringify(evidence));

const openEvidence = (sealer: Sealer, { id, evidence_sealed: sealed }: AuthorizationRow): Evidence =>
  sealed === null ? noEvidence : (JSON.parse(sealer.unseal(sealedPart(id), sealed)) as Evidence);

const present = presenter<typeof PaymentAuthorization, AuthorizationRow>(PaymentAuthorization);

export const presentAuthorization = (sealer: Sealer, row: AuthorizationRow): PaymentAuthorization =>
  present(row, {
    ...openEvidence(sealer, row),
    paymentInstrumentId: row.instrument_id,
    accountLastFour: row.account_last_four,
    terms: termsShown(row),
    stoppedDates: row.stopped_dates as PaymentAuthorization['stoppedDates'],
  });

/** In a fixed order: the database gives names in one of its own. */
const termsShown = ({ terms: { amountMax, rule, from, until } }: AuthorizationRow) => ({
  amountMax,
  rule,
  from,
  until,
});
