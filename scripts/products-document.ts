// docs/products.md: which product answers at which route below a loan, made from the refusals that endpoints declare; and
// what each product does with promo programs, made from its value.
import { endpoints } from '#app/capabilities.ts';
import { loanErrors } from '#capabilities/loans/core/loan/errors.ts';
import type { PromoKind, PromoSupport } from '#capabilities/loans/core/loan/promo-programs.ts';
import { products } from '#capabilities/loans/core/products/list.ts';
import type { Endpoint } from '#platform/http/endpoint.ts';

export const belowLoan: readonly Endpoint[] = endpoints.filter(({ path }) =>
  path.startsWith('/people/{personId}/loans/{loanId}'),
);

export type Product = 'installment' | 'lineOfCredit';

export const refusedOn = { installment: loanErrors.OnlyForLines, lineOfCredit: loanErrors.NotForLines } as const;

export function answersOn({ errors, subject, command }: Endpoint, product: Product): boolean {
  const refusals = [...(errors ?? []), ...((command && subject?.refusesChange) ?? [])];
  return !refusals.includes(refusedOn[product]);
}

const cell = (endpoint: Endpoint, product: Product): string =>
  answersOn(endpoint, product) ? '✓' : `409 \`${refusedOn[product].errorType}\``;

const row = (endpoint: Endpoint): string =>
  `| ${[`${endpoint.method} \`${endpoint.path.replace('/people/{personId}/loans/{loanId}', '…')}\``, cell(endpoint, 'installment'), cell(endpoint, 'lineOfCredit')].join(' | ')} |`;

const promoKinds: readonly PromoKind[] = ['reducedRate', 'sameAsCash'];

const wordsOf = { installment: 'Installment loan', lineOfCredit: 'Line of credit' } as const;

function promoCell(support: PromoSupport | null): string {
  if (support === null) return '400 at `promoTypeId`';
  const of = { loan: 'of the loan', draw: 'of one draw', 'loan or draw': 'of one draw, or of all' }[support.of];
  const until = support.isOfTerms ? 'before the activation' : 'at any time, also backdated';
  const lost = support.canBeLost ? 'can end early because of late payment' : '400 at `sacDisqualifyOverdueDays`';
  return `${of}; ${until}; ${lost}`;
}

const promoRow = (kind: PromoKind): string =>
  `| ${[`\`${kind}\``, ...products.map(({ promos }) => promoCell(promos.kinds[kind]))].join(' | ')} |`;

const promoTable = (): string => {
  const names = products.map(({ kind }) => wordsOf[kind as Product]);
  return `| Kind | ${names.join(' | ')} |\n|---|${names.map(() => '---|').join('')}\n${promoKinds.map(promoRow).join('\n')}`;
};

export const productsDocument = (): string => `# Which product answers where

Made by \`npm run docs\` from the refusals that each endpoint declares; a test calls each of them on a loan of each
product. The paths go on from \`/people/{personId}/loans/{loanId}\`.

| Route | Installment loan | Line of credit |
|---|---|---|
${belowLoan.map(row).join('\n')}

## Promo programs

${promoTable()}
`;
