// Which rules of contact stood against messages and contacts in a month, and what came of it.
import { type SpokenOutcome, spokenOutcomes } from '#capabilities/compliance/index.ts';
import { generalLedgerErrors } from '#capabilities/general-ledger/index.ts';
import { closedMonthEnd, countsOf } from './closed-months.ts';
import { ruleOfName } from './counts.ts';
import { type Column, type Figure, ofMonthEnd } from './figure.ts';

const says: Readonly<Record<SpokenOutcome, string>> = {
  held: 'Messages that it held until a later time.',
  dropped: 'Messages that it kept from going out at all.',
  sent: 'Messages that it blocked, and that went out because the company lets them (`compliance.whenBlocked`).',
  made: 'Contacts that were recorded, and that it would have blocked.',
  warned: 'Messages that went out, and contacts that were recorded, of which it warned.',
};

export const contactRules: Figure = {
  name: 'contactRuleFigures',
  title: 'ContactRuleFigures',
  path: '/figures/contact-rules',
  summary: 'rules of contact that spoke in a month',
  description:
    'From closed months: each rule that blocked or warned of a message of this service, or a contact that somebody recorded, in the month in which it was judged. A message is asked about when it is made and again when it goes out: a rule that keeps it back counts at once, all else when it goes out. It counts once for each rule and outcome, however often it was asked about: one that was held, and later dropped by the same rule, counts in both. What left the house after it was held stays counted. A question whether a borrower may be contacted is no contact, and is not counted; nor are the quiet hours of the company, which are no rule, and contacts of a book that was taken over.',
  query: ofMonthEnd('the newest'),
  columns: [
    {
      name: 'ruleId',
      kind: 'text',
      says: 'A rule of `/compliance/rules`; `DO-NOT-INTERACT` stands for what stands on a case.',
    },
    ...spokenOutcomes.map((outcome): Column => ({ name: `${outcome}Count`, kind: 'count', says: says[outcome] })),
  ],
  drawn: ['heldCount', 'droppedCount', 'madeCount'],
  errors: [generalLedgerErrors.GeneralLedgerNotKept],
  async compute({ reader }, asked) {
    const asOf = await closedMonthEnd(reader, asked.asOf);
    const counts = await countsOf(reader, 'contactRules', { from: asOf, through: asOf });
    const byRule = Map.groupBy(counts, ({ name }) => ruleOfName(name)[1] ?? '');
    const rows = [...byRule.keys()].sort().map((ruleId) => {
      const its = byRule.get(ruleId) ?? [];
      const countOf = (outcome: SpokenOutcome): number =>
        its.find(({ name }) => ruleOfName(name)[0] === outcome)?.counted ?? 0;
      return { ruleId, ...Object.fromEntries(spokenOutcomes.map((one) => [`${one}Count`, countOf(one)])) };
    });
    return { asOf, rows };
  },
};
