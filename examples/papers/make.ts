// Makes statements as PDF without a server, to look at them: of a loan and of a line, at three lengths, in both languages,
// with names that try to be something else.
//
//   node examples/papers/make.ts FOLDER
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatOf } from '#capabilities/papers/format.ts';
import { statementOf } from '#capabilities/papers/kinds/statement.ts';
import type { StatementShown } from '#capabilities/papers/kinds/statement-shown.ts';
import { type Language, languages } from '#capabilities/papers/letter.ts';
import type { Look } from '#capabilities/papers/look.ts';
import { setPaper } from '#capabilities/papers/write-paper.ts';
import { aStatement } from './a-statement.ts';
import { hostileNames } from './hostile-names.ts';

const folder = process.argv[2] ?? 'papers';
mkdirSync(folder, { recursive: true });

const address = ['Acme Lending', 'PO Box 7', 'Indianapolis, IN 46204'];
const look: Look = {
  company: {
    name: 'Acme Lending',
    color: '#0a5fff',
    logo: null,
    contact: ['PO Box 7', 'Indianapolis, IN 46204', '+1 317 555 0100', 'help@acme.example'],
  },
  language: 'en',
  footer: 'Acme Lending LLC, licensed lender, NMLS 123456',
  paymentAddress: address,
  disputeAddress: ['Acme Lending, Billing errors', 'PO Box 8', 'Indianapolis, IN 46204'],
  files: {},
};

const lengths = { short: 2, medium: 15, long: 90 };

async function make(language: Language, kind: 'loan' | 'line', length: keyof typeof lengths): Promise<void> {
  const made: StatementShown = aStatement(kind, lengths[length], hostileNames);
  const autopay = { nextAutopayDate: made.paymentDueDate, nextAutopayAmount: made.minimumAmountDue };
  const of = length === 'medium' ? { ...made, ...autopay } : made;
  const type = kind === 'line' ? 'lineOfCredit' : 'installment';
  const loan = { displayId: of.loanId, type };
  const written = statementOf({ language, format: formatOf(language), look, of, loan });
  const reader = [length === 'short' ? 'Ada Lovelace' : hostileNames[0]!, '12 Main St', 'Indianapolis, IN 46204'];
  const pdf = await setPaper(written, { language, today: of.statementDate, look, reader, loan });
  writeFileSync(join(folder, `statement-${kind}-${length}-${language}.pdf`), pdf);
}

for (const language of languages) {
  for (const kind of ['loan', 'line'] as const) {
    for (const length of ['short', 'medium', 'long'] as const) await make(language, kind, length);
  }
}
