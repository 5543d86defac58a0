// The paper of a statement, from the reads of the interface.
import { formatOf } from '../format.ts';
import type { PaperKind } from '../paper-kind.ts';
import { type LoanShown, statementOf } from './statement.ts';
import type { StatementShown } from './statement-shown.ts';

export const statement: PaperKind = {
  type: 'loanStatement',
  status: 'accepted',
  names: 'statementId',
  reads: ['statements.details'],
  async write({ language, look, shown }, statementId) {
    const [of, loan] = await Promise.all([
      shown('statements.details', { statementId }) as Promise<StatementShown>,
      shown('loans.read') as Promise<LoanShown>,
    ]);
    return statementOf({ language, format: formatOf(language), look, of, loan });
  },
};
