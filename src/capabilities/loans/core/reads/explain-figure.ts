// Why a figure of the balances is what it is: the parts that make it up, to the cent.
import { dollars } from '@tenor/engine/account/explain.ts';
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import { dateOf } from '@tenor/engine/values/day.ts';
import type { Instant } from '@tenor/engine/values/instant.ts';
import type { ReadContext } from '#platform/http/endpoint.ts';
import { yearMarkDay } from '../books/year-mark.ts';
import { noAmounts } from '../loan/amounts.ts';
import { type Figure, shownBalances, wordsOf } from '../loan/balance-fields.ts';
import type { State } from '../loan/books.ts';
import { minus, wholeCents } from '../loan/exact-amounts.ts';
import type { Books, BooksInYear, HeldLoan, LoanProduct, ExplainedPart as Part } from '../loan/product.ts';
import { askedDay, booksAsked } from '../timeline/asked-day.ts';
import type { Explanation } from './schemas.ts';

/** Every amount that balances show. */
const figures = flattened(shownBalances(noAmounts, wholeCents(0)));
export const figureNames = Object.keys(figures) as [Figure, ...Figure[]];

interface Asked {
  readonly figure: Figure;
  readonly date: CivilDate | undefined;
  readonly knownAt: Instant | undefined;
}

export async function explainFigure(ctx: ReadContext, held: HeldLoan, asked: Asked): Promise<Explanation> {
  const { figure } = asked;
  const on = askedDay(held, await ctx.now(), { path: 'date', ...asked });
  const books = await booksAsked(ctx.reader, held, on);
  const inYear = books && { ...books, atYear: await atYear(books) };
  const all = figuresOf(held.product, inYear);
  const amount = all[figure] as Explanation['amount'];
  const parts = inYear === undefined ? [] : withRest(held.product.partsOf(figure, inYear, all), amount);
  const effectiveDate = dateOf(on.day);
  return {
    postingId: null,
    figure,
    effectiveDate,
    amount,
    sentence: summary(figure, amount, effectiveDate, parts),
    parts,
  };
}

async function atYear({ state, on }: Books): Promise<State> {
  const { startedOn, standing } = state.position;
  return standing === 'pending' ? state : on(yearMarkDay(state.through, startedOn));
}

export function figuresOf(product: LoanProduct, books: BooksInYear | undefined): Record<Figure, number> {
  if (books === undefined) return figures;
  const { terms, state } = books;
  const amounts = product.amounts(terms, state);
  if (state.position.standing === 'pending') return flattened(shownBalances(amounts, wholeCents(0)));
  const before = product.amounts(terms, books.atYear).accruedTotal;
  return flattened(shownBalances(amounts, minus(amounts.accruedTotal, before)));
}

function flattened({ creditBalance, ...groups }: ReturnType<typeof shownBalances>): Record<Figure, number> {
  return Object.assign({}, ...Object.values(groups), { creditBalance }) as Record<Figure, number>;
}

/** Adds the part that no single event explains, so that the parts always add up. */
function withRest(parts: readonly Part[], amount: number): Part[] {
  const rest = parts.reduce((left, part) => left - part.amount, amount);
  if (rest === 0) return [...parts];
  const sentence = `${dollars(Math.abs(rest))} ${rest < 0 ? 'less' : 'more'} by what stands in no step: interest since a charge-off, or money beyond a credit.`;
  return [...parts, { amount: rest as Part['amount'], effectiveDate: null, figure: null, sentence }];
}

function summary(figure: Figure, amount: number, date: CivilDate, parts: readonly Part[]): string {
  const size = `${amount < 0 ? '-' : ''}${dollars(Math.abs(amount))}`;
  const how =
    parts.length === 0 ? 'nothing has made it other' : `${parts.length} ${parts.length === 1 ? 'part' : 'parts'}`;
  return `${size} ${wordsOf(figure)} on ${date}: ${how}.`;
}
