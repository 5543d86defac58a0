// Erases everything that capabilities keep about a person, in one commit.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Instant } from '@tenor/engine/values/instant.ts';
import { type Keeping, keptDocumentsOf } from '#capabilities/documents/index.ts';
import { openLoansOf } from '#capabilities/loans/index.ts';
import { erasePerson, findPersonId, holdPerson, personErased, personNotFound } from '#capabilities/people/index.ts';
import { system } from '#platform/actor.ts';
import { auditByHand } from '#platform/audit/by-hand.ts';
import { commandNow } from '#platform/business-clock.ts';
import { forgetRepliesNaming } from '#platform/command/idempotency.ts';
import { knownSubject } from '#platform/command/run-command.ts';
import { isRace } from '#platform/db/races.ts';
import type { Realm } from '#platform/db/realm.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { eventRecorder } from '#platform/events/record-events.ts';
import { announce } from '#platform/signals/signals.ts';
import { erasing, whole } from './capabilities.ts';
import type { Service } from './service.ts';

type Erased =
  | { readonly outcome: 'erased' | 'erased before'; readonly personId: string; readonly at: Instant }
  | { readonly outcome: 'refused'; readonly personId: string; readonly openLoans: readonly string[] }
  | { readonly outcome: 'kept'; readonly personId: string; readonly documents: readonly Keeping[] };

const attemptsMax = 5;

/** Errors: NotFound; Locked while the test clock is moved. */
export async function erasePersonByHand(
  service: Service,
  realm: Realm,
  reference: string,
  options: { readonly evenWithOpenLoans: boolean },
): Promise<Erased> {
  for (let attempt = 1; ; attempt++) {
    try {
      const erased = await service.database.transact(realm, (tx) => erase(service, tx, reference, options));
      service.signals.say('erased', realm.mode);
      await announce(service.database, 'erased', realm.mode);
      return erased;
    } catch (error) {
      if (!isRace(error) || attempt === attemptsMax) throw error;
      await sleep(20 * attempt);
    }
  }
}

async function erase(
  { clock, vault, position }: Service,
  tx: Tx,
  reference: string,
  { evenWithOpenLoans }: { readonly evenWithOpenLoans: boolean },
): Promise<Erased> {
  const personId = await findPersonId(tx, reference);
  const now = await commandNow(tx, clock, 'dated');
  const held = personId === undefined ? undefined : await holdPerson(tx, personId);
  if (personId === undefined || held === undefined) throw personNotFound(reference);
  const { subject: person } = held;
  if (person.erased_at !== null) return { outcome: 'erased before', personId, at: person.erased_at };
  const openLoans = evenWithOpenLoans ? [] : await openLoansOf(tx, personId);
  if (openLoans.length > 0) return { outcome: 'refused', personId, openLoans };
  // With the key of the person their documents would be lost, so one that must be kept keeps the person.
  const documents = await keptDocumentsOf(tx, personId, now);
  if (documents.length > 0) return { outcome: 'kept', personId, documents };
  const events = eventRecorder(
    { realm: tx.realm, now, position, requestId: null, actor: system, declared: [personErased] },
    knownSubject(held),
  );
  // Webhooks keep sealed bodies of posts, which cannot be opened without the person's data key.
  for (const each of erasing) await each(tx, personId, { now, userGone: whole.userGone });
  const madeMicros = person.position;
  await forgetRepliesNaming(tx, personId, vault.companySealer(tx.realm.companyId), madeMicros, clock.micros());
  await erasePerson({ now, vault, emit: events.emit }, tx, person);
  events.flush(tx);
  auditByHand({ clock, position }, tx, { command: 'tenor person erase', objectId: personId, personId });
  return { outcome: 'erased', personId, at: now };
}
