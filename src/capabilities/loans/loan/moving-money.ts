// A stand-in for the door of moving-money until that is merged: the same names and shapes.
import type { Cents } from '@tenor/engine/values/cents.ts';
import type { Instant } from '@tenor/engine/values/instant.ts';
import { Type } from 'typebox';
import { noProcessor } from '#capabilities/instruments/index.ts';
import type { Actor } from '#platform/actor.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Vault } from '#platform/crypto/vault.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import type { Emit } from '#platform/events/emit.ts';
import { newId } from '#platform/ids.ts';
import type { Log } from '#platform/log.ts';
import type { Deed, Entry, OrderSubject, Rail } from '../../moving-money/orders/order.ts';
import type { Provider, Told } from '../../moving-money/providers/provider.ts';

export type { Deed, Entry, Rail };

export type Ordering = Pick<CommandContext, 'realm' | 'now' | 'vault' | 'position' | 'machineMicros' | 'enqueue'>;
export interface Taking extends Ordering {
  readonly emit: Emit;
  readonly actor: Actor;
  readonly log: Log;
}
export interface Outcome {
  readonly subject: OrderSubject;
  readonly personId: string;
  readonly attemptId: string;
  readonly number: number;
  readonly deed: Deed;
  readonly rail: Rail;
  readonly amount: Cents;
  readonly what: Told['what'];
  readonly providerId: string | null;
  readonly reason: string | null;
  readonly code: string | null;
  readonly entryDate: string | null;
  readonly at: Instant;
  readonly respondBy: string | null;
  readonly caseNumber: string | null;
  readonly corrected: string | null;
}
export type Taker = (work: Taking, tx: Tx, outcome: Outcome) => Promise<void>;
export interface Carrier {
  readonly id: string;
  readonly kind: string;
  readonly provider: Provider;
}
export interface NewOrder {
  readonly subject: OrderSubject;
  readonly personId: string;
  readonly number: number;
  readonly instrumentId: string;
  readonly rail: Rail;
  readonly deed: Deed;
  readonly amount: Cents;
  readonly entryDate: string | null;
  readonly isSameDay: boolean;
  readonly entry: Entry;
  readonly authorizationId: string | null;
  readonly of: string | null;
  readonly sendAt: Instant | null;
}
export interface Attempt {
  readonly id: string;
  readonly subjectId: string;
  readonly number: number;
  readonly state: string;
  readonly rail: Rail;
  readonly deed: Deed;
  readonly amount: Cents;
  readonly instrumentId: string;
  readonly carrierId: string;
  readonly providerId: string | null;
  readonly entryDate: string | null;
  readonly reason: string | null;
  readonly code: string | null;
  readonly sentAt: Instant | null;
  readonly acceptedAt: Instant | null;
  readonly settledOn: string | null;
  readonly confirmedAt: Instant | null;
}

const standIn = {
  can: {
    rails: ['ach', 'card', 'instant'],
    deeds: ['debit', 'credit', 'refund', 'void', 'reversal'],
    keyLifetimeSeconds: null,
    findByKey: true,
    findLagSeconds: 0,
    absenceIsFinal: true,
    poll: true,
    voidUntil: 'settled',
    isSameDay: true,
    amountMax: null,
    cutOff: '16:00',
    zone: 'America/New_York',
    isHere: true,
  },
} as unknown as Provider;

export async function carrierFor(
  reader: Reader,
  _: { readonly vault: Vault },
  { instrumentType }: { readonly instrumentType: 'bankAccount' | 'card'; readonly deed: Deed },
): Promise<Carrier> {
  if (reader.realm.mode === 'live') throw noProcessor(`Nobody moves money by ${instrumentType} for this company.`);
  return { id: 'simulator', kind: 'simulator', provider: standIn };
}
export async function carrierById(_: Reader, __: { readonly vault: Vault }, id: string): Promise<Carrier | undefined> {
  return { id, kind: 'simulator', provider: standIn };
}
export async function giveOrder(_: Ordering, __: Tx, ___: Carrier, ____: NewOrder): Promise<string> {
  return newId('PA');
}
export async function takeOrderBack(_: Tx, __: Pick<Ordering, 'now'>, ___: string, ____: string): Promise<boolean> {
  return true;
}
export async function attemptsOf(_: Reader, __: string, ___: readonly string[]): Promise<Attempt[]> {
  return [];
}

export interface FailureRule {
  readonly after: 'failure' | 'chargeback';
  readonly retry: string;
  readonly isFeeDue: boolean;
  readonly isOurFault: boolean;
  readonly short: string;
  readonly long: string;
}
export const failureRule = (reason: string): FailureRule => ({
  after: ['unauthorized', 'authorizationRevoked', 'notAsAuthorized'].includes(reason) ? 'chargeback' : 'failure',
  retry: ['insufficientFunds', 'uncollectedFunds', 'funds', 'soft'].includes(reason) ? 'byRule' : 'never',
  isFeeDue: ['insufficientFunds', 'uncollectedFunds'].includes(reason),
  isOurFault: reason === 'duplicate',
  short: 'Did not go through',
  long: 'The payment did not go through.',
});

export async function authorizationOfCall(_: CommandContext, __: Tx, ___: object): Promise<string> {
  return newId('AZ' as never);
}
export async function validAuthorization(
  _: Reader,
  {
    authorizationId,
  }: {
    readonly personId: string;
    readonly authorizationId: string | null;
    readonly instrumentId: string;
    readonly amount: Cents;
    readonly date: string;
  },
): Promise<{ readonly id: string; readonly secCode: Entry['sec']; readonly isRecurring: boolean } | undefined> {
  return authorizationId === null ? undefined : { id: authorizationId, secCode: 'PPD', isRecurring: false };
}
export const AuthorizationInput = Type.Object({}, { title: 'AuthorizationInput' });
export const consentErrors = {
  AuthorizationChannelNotSet: { errorType: 'AuthorizationChannelNotSet', status: 409, title: '', remedy: '' },
};
