// docs/products.md: which product answers at which route below a loan, made from the refusals that endpoints declare.
import { endpoints } from '#app/capabilities.ts';
import { loanErrors } from '#capabilities/loans/loan/errors.ts';
import type { Endpoint } from '#platform/http/endpoint.ts';

export const belowLoan: readonly Endpoint[] = endpoints.filter(({ path }) =>
  path.startsWith('/people/{personId}/loans/{loanId}'),
);

type Product = 'installment' | 'lineOfCredit';

const refusedOn = { installment: loanErrors.OnlyForLines, lineOfCredit: loanErrors.NotForLines } as const;

export function answersOn({ errors, subject, command }: Endpoint, product: Product): boolean {
  const refusals = [...(errors ?? []), ...((command && subject?.refusesChange) ?? [])];
  return !refusals.includes(refusedOn[product]);
}

const cell = (endpoint: Endpoint, product: Product): string =>
  answersOn(endpoint, product) ? '✓' : `409 \`${refusedOn[product].errorType}\``;

const row = (endpoint: Endpoint): string =>
  `| ${[`${endpoint.method} \`${endpoint.path.replace('/people/{personId}/loans/{loanId}', '…')}\``, cell(endpoint, 'installment'), cell(endpoint, 'lineOfCredit')].join(' | ')} |`;

export const productsDocument = (): string => `# Which product answers where

Made by \`npm run docs\` from the refusals that each endpoint declares; a test calls each of them on a loan of each
product. The paths go on from \`/people/{personId}/loans/{loanId}\`.

| Route | Installment loan | Line of credit |
|---|---|---|
${belowLoan.map(row).join('\n')}
`;
