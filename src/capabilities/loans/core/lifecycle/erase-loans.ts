// Loans of an erased person stay, as the books do, without the address that came in line and without what somebody wrote
// about them. A test holds every text of a person's rows to be cleared, or named with a reason (tests/erased-texts).
import { sql } from 'kysely';
import type { Erasing } from '#platform/capability.ts';
import type { Tx } from '#platform/db/realm-database.ts';

export const eraseLoans: Erasing = async (tx, personId) => {
  for (const clear of [ofLoans, ofFacts, ofTails, ofDraws, ofMoney, ofPurchases, ofPlans]) await clear(tx, personId);
};

type Clear = (tx: Tx, personId: string) => void | Promise<void>;

const nothingWritten = { decline_reason: null, cancel_reason: null, meta_data: null } as const;

const ofLoans: Clear = (tx, personId) => {
  const set = {
    ...nothingWritten,
    nickname: null,
    charged_off_reason: null,
    address_sealed: null,
    at_origination: sql<string>`at_origination - 'itemsOrServicesFinanced'`,
  };
  tx.write(tx.db.updateTable('loans').set(set).where('person_id', '=', personId));
  const version = sql<number>`version + 1`;
  tx.write(tx.db.updateTable('loan_standing').set({ version }).where('person_id', '=', personId));
};

/** Why a loan was charged off, or a limit lowered: no replay asks for it. */
const ofFacts: Clear = (tx, personId) => {
  const details = sql<string>`details - 'reason'`;
  const told = tx.db.updateTable('loan_facts').set({ details }).where('person_id', '=', personId);
  tx.write(told.where('details', 'is not', null));
  const bare = sql<string>`fact || '{"reason": "erased"}'`;
  const chargedOff = tx.db.updateTable('loan_facts').set({ fact: bare }).where('person_id', '=', personId);
  tx.write(chargedOff.where('kind', '=', 'chargeOff'));
};

/** The facts that are stored once more with the loan. They are bound: a cluster makes no arrays in an update. */
const ofTails: Clear = async (tx, personId) => {
  const tails = await tx.rows(
    tx.db.selectFrom('loan_tails').select(['loan_id', 'tail']).where('person_id', '=', personId),
  );
  for (const { loan_id, tail } of tails) {
    if (!tail.ahead.some(({ kind }) => kind === 'chargeOff')) continue;
    const ahead = tail.ahead.map((fact) => (fact.kind === 'chargeOff' ? { ...fact, reason: 'erased' } : fact));
    const bare = tx.db.updateTable('loan_tails').set({ tail: JSON.stringify({ ...tail, ahead }) });
    tx.write(bare.where('person_id', '=', personId).where('loan_id', '=', loan_id));
  }
};

/** As a draw is called that nobody has named. */
const ofDraws: Clear = (tx, personId) => {
  const set = { ...nothingWritten, nickname: 'Draw' };
  tx.write(tx.db.updateTable('draws').set(set).where('person_id', '=', personId));
};

/** Why a payment was canceled or has failed, a credit was given, an advance was taken. */
const ofMoney: Clear = (tx, personId) => {
  const bare = { meta_data: null, details: sql<string>`details - '{cancelReason,failureReason,credit}'::text[]` };
  tx.write(tx.db.updateTable('transactions').set(bare).where('person_id', '=', personId));
  const said = sql<string>`jsonb_set(details, '{said}', '{}') || '{"cancelReason": null}'`;
  tx.write(
    tx.db.updateTable('loan_advances').set({ meta_data: null, details: said }).where('person_id', '=', personId),
  );
};

/** Where somebody shops says much about them. */
const ofPurchases: Clear = (tx, personId) => {
  const said = ['description', 'metadata', 'externalCardId', 'declineReason', 'categoryId'];
  const where = ['merchantName', 'merchantCity', 'merchantState', 'merchantCountry', 'merchantCategoryCode'];
  const details = sql<string>`details - ${[...said, ...where]}::text[]`;
  tx.write(tx.db.updateTable('purchases').set({ meta_data: null, details }).where('person_id', '=', personId));
  tx.write(tx.db.updateTable('purchase_disputes').set({ meta_data: null }).where('person_id', '=', personId));
};

const ofPlans: Clear = (tx, personId) => {
  for (const table of ['promise_plans', 'loan_settlements'] as const) {
    tx.write(tx.db.updateTable(table).set({ cancel_reason: null }).where('person_id', '=', personId));
  }
};
