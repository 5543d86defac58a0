// Makes the messages of some rows ready: what each names is checked as a request to send it would be, and its text is made
// strictly. What is wrong with one row stops no other one.
import type { Instant } from '@tenor/engine/values/instant.ts';
import type { Addressees } from '#capabilities/compliance/index.ts';
import type { Vault } from '#platform/crypto/vault.ts';
import { mustHaveNone, Refusal } from '#platform/errors.ts';
import type { ReadContext } from '#platform/http/endpoint.ts';
import type { MessageAsked, Prepared } from '../prepare/asked.ts';
import { contactNamed, loansNamed, problemsOfNames, tooLate } from '../prepare/named.ts';
import { addresseesBefore, type Prepare } from '../prepare/prepare.ts';
import { contextProblems } from '../rules/context-size.ts';
import { codeProblems } from '../rules/credentials.ts';
import type { SentChannel } from '../words.ts';
import { refusedRow } from './results.ts';
import type { SourceRow } from './source.ts';
import type { BulkMessage } from './start.ts';

export interface SameForAll {
  readonly subject: string;
  readonly channel: SentChannel;
  readonly message: BulkMessage;
}

export interface ReadyRow {
  readonly row: SourceRow;
  readonly person_id: string;
  readonly prepared: Prepared;
}

interface Preparing {
  readonly prepare: Prepare;
  readonly ctx: ReadContext;
  readonly same: SameForAll;
  readonly onceKeyOf: (row: SourceRow) => string | null;
}

export async function readyRows(given: Preparing, rows: readonly SourceRow[]): Promise<readonly ReadyRow[]> {
  const { prepare, ctx } = given;
  const addressees = await addresseesBefore(ctx, [...new Set(rows.map(({ personId }) => personId))]);
  const now = await ctx.now();
  const asked = rows.map((row) => askedOrRefused(given, addressees, row, now));
  const right = asked.filter((one) => 'origin' in one);
  const prepared = await preparedOrEach((some) => prepare(ctx, some, addressees), right);
  return rows.map((row, i) => {
    const one = asked[i] as MessageAsked | Prepared;
    const of = 'origin' in one ? (prepared[right.indexOf(one)] as Prepared) : one;
    return { row, person_id: row.personId, prepared: of };
  });
}

export function askedOrRefused(
  given: Pick<Preparing, 'same' | 'onceKeyOf'> & { readonly ctx: { readonly vault: Vault } },
  addressees: Pick<Addressees, 'knownOf'>,
  row: SourceRow,
  now: Instant,
): MessageAsked | Prepared {
  try {
    return askedOfRow(given, addressees, row, now);
  } catch (error) {
    if (error instanceof Refusal) return refusedRow(error);
    throw error;
  }
}

/** Errors: InvalidRequest, NotFound. */
function askedOfRow(
  { ctx, same, onceKeyOf }: Pick<Preparing, 'same' | 'onceKeyOf'> & { readonly ctx: { readonly vault: Vault } },
  addressees: Pick<Addressees, 'knownOf'>,
  row: SourceRow,
  now: Instant,
): MessageAsked | Prepared {
  const { subject, channel, message } = same;
  const { asked: own, personId } = row;
  const known = addressees.knownOf(personId);
  if (known === undefined || known.person.erased_at !== null) return { kind: 'noPerson' };
  const context = { ...message.context, ...own.context };
  const isTransactional = own.isTransactional ?? message.isTransactional;
  const named = { ...own, subject, channel, isTransactional };
  mustHaveNone([
    ...problemsOfNames(named),
    ...tooLate(own.sendAt, now),
    ...contextProblems(context, 'context'),
    ...codeProblems(subject, context),
  ]);
  return {
    ...message,
    subject,
    channel,
    context,
    personId,
    contactId: contactNamed(ctx.vault, known, named),
    loanIds: loansNamed(known, named),
    caseId: own.caseId ?? null,
    isCaseSure: row.isCaseSure === true,
    statementId: own.statementId ?? null,
    previousInteractionId: own.previousInteractionId ?? null,
    externalId: own.interactionExternalId ?? null,
    isTransactional,
    sendAt: own.sendAt ?? message.sendAt,
    strict: true,
    origin: 'bulk',
    onceKey: onceKeyOf(row),
  };
}

/** What one row names may be gone: then the half without it is made in one piece again. */
async function preparedOrEach(
  prepare: (asked: readonly MessageAsked[]) => Promise<readonly Prepared[]>,
  asked: readonly MessageAsked[],
): Promise<readonly Prepared[]> {
  if (asked.length === 0) return [];
  try {
    return await prepare(asked);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (asked.length === 1) return [refusedRow(error)];
    const half = Math.ceil(asked.length / 2);
    return [
      ...(await preparedOrEach(prepare, asked.slice(0, half))),
      ...(await preparedOrEach(prepare, asked.slice(half))),
    ];
  }
}
