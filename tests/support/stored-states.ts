// States of loans as they are stored. They are packed, so a test that plants another one changes it here.
import { packedState, unpackedState } from '../../src/capabilities/loans/core/loan/packed-state.ts';
import type { StoredState } from '../../src/capabilities/loans/core/loan/tables.ts';
import type { Shown } from './told.ts';

interface Queried {
  query(text: string, values?: unknown[]): Promise<{ rows: { readonly state: Buffer }[] }>;
}

type Place = `${'loan_standing' | 'loan_checkpoints' | 'loan_tails'}.state` | 'loans.base';
/** Whatever a test likes of it. */
type Changed = { rules: number; position: Shown };

/** Every state of the loan that is stored there. */
export async function changeStates(
  database: Queried,
  place: Place,
  loanId: string,
  change: (state: Changed) => void,
): Promise<void> {
  const [table, column] = place.split('.');
  const id = table === 'loans' ? 'id' : 'loan_id';
  const stored = `${table} where ${id} = $1 and ${column} is not null`;
  const { rows } = await database.query(`select ${column} as state from ${stored}`, [loanId]);
  for (const { state } of rows) {
    const changed = { ...unpackedState(state) };
    change(changed);
    const update = `update ${table} set ${column} = $2 where ${id} = $1 and ${column} = $3`;
    await database.query(update, [loanId, packedState(changed), state]);
  }
}

/** The text of every state, of all loans. */
export async function textsOfStates(database: Queried): Promise<string[]> {
  const texts: string[] = [];
  for (const place of ['loan_standing.state', 'loan_checkpoints.state', 'loan_tails.state', 'loans.base']) {
    const [table, column] = place.split('.');
    const { rows } = await database.query(`select ${column} as state from ${table} where ${column} is not null`);
    texts.push(...rows.map(({ state }) => JSON.stringify(unpackedState(state))));
  }
  return texts;
}

export const stateOfLoan = async (database: Queried, loanId: string): Promise<StoredState> => {
  const { rows } = await database.query('select state from loan_standing where loan_id = $1', [loanId]);
  return unpackedState(rows[0]?.state as Buffer);
};
