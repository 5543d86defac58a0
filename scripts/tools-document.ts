// docs/tools.md: which tool changes which loan in which status, and which tool may follow which: made from the list of
// tools, from the table of statuses and from the refusals that endpoints declare. tests/tools.test.ts asks for every pair.
import { loanErrors } from '#capabilities/loans/core/loan/errors.ts';
import { loanStates } from '#capabilities/loans/core/loan/states.ts';
import { inWords, type LoanStatus } from '#capabilities/loans/core/loan/statuses.ts';
import { type Tool, tools } from '#capabilities/loans/core/loan/tools.ts';
import type { Endpoint } from '#platform/http/endpoint.ts';
import { answersOn, belowLoan, type Product, refusedOn } from './products-document.ts';

export function endpointOf({ endpoint }: Tool): Endpoint {
  const found = belowLoan.find(({ name }) => name === endpoint);
  if (found === undefined) throw new Error(`The tool ${endpoint} is no endpoint below a loan.`);
  return found;
}

/** Whether it is refused on a loan whose charge was fixed at the start. */
export const isBesideCharge = ({ besideCharge }: Tool): boolean => besideCharge !== undefined;

const stepIn = (status: LoanStatus, { verb }: Tool) =>
  loanStates.steps.find((step) => step.from === status && step.verb === verb);

/** The status in which a tool is used: active, if it can be. */
export function statusBefore(tool: Tool): LoanStatus {
  if (stepIn('active', tool) !== undefined) return 'active';
  const [first] = loanStates.from(tool.verb);
  if (first === undefined) throw new Error(`No status allows ${tool.endpoint}.`);
  return first;
}

/** Where the books decide, it stays. */
function statusAfter(tool: Tool): LoanStatus {
  const before = statusBefore(tool);
  const to = stepIn(before, tool)?.to ?? [];
  return to.length === 1 ? (to[0] as LoanStatus) : before;
}

type Verdict = 'allowed' | 'depends' | string;

function inStatus(tool: Tool, status: LoanStatus): Verdict {
  const step = stepIn(status, tool);
  if (step === undefined) return loanErrors.LoanStatusForbids.errorType;
  return step.rule.when === undefined ? 'allowed' : 'depends';
}

const plan = 'customPaymentPlans.create';

/** `allowed`, `depends` (on the settings of the loan type), or how the second is refused right after the first. */
export function verdictOn(first: Tool, second: Tool, product: Product): Verdict {
  if (!answersOn(endpointOf(second), product)) return refusedOn[product].errorType;
  const found = inStatus(second, statusAfter(first));
  if (found !== 'allowed') return found;
  if (first.endpoint === plan && second.isHardship) return loanErrors.PaymentPlanActive.errorType;
  return first === second && first.onceAs !== undefined ? first.onceAs : 'allowed';
}

export const toolsOf = (product: Product): Tool[] => tools.filter((tool) => answersOn(endpointOf(tool), product));

// ---- drawn ----------------------------------------------------------------------------------------------------------

const nameOf = (tool: Tool): string => `\`${endpointOf(tool).path.replace('/people/{personId}/loans/{loanId}/', '')}\``;

const shownStatuses = ['pending', 'originated', 'active', 'frozen', 'accelerated', 'chargedOff', 'paidOff'] as const;

const signOf: Readonly<Record<string, string>> = { allowed: '✓', depends: 'by type' };

function statusRow(tool: Tool): string {
  const endpoint = endpointOf(tool);
  const on = (product: Product) => (answersOn(endpoint, product) ? '✓' : `\`${refusedOn[product].errorType}\``);
  const statuses = shownStatuses.map((status) => signOf[inStatus(tool, status)] ?? '');
  const onCharge = isBesideCharge(tool) ? `\`${loanErrors.ChargeFixed.errorType}\`` : on('installment');
  return `| ${[nameOf(tool), on('installment'), onCharge, on('lineOfCredit'), ...statuses].join(' | ')} |`;
}

function pairsRow(first: Tool, product: Product): string {
  const byVerdict = Map.groupBy(toolsOf(product), (second) => verdictOn(first, second, product));
  const list = (verdict: Verdict): string => (byVerdict.get(verdict) ?? []).map(nameOf).join(', ');
  const refusals = [...byVerdict.keys()].filter((verdict) => signOf[verdict] === undefined);
  const refused = refusals.map((verdict) => `${list(verdict)} (\`${verdict}\`)`).join('; ');
  const depends = byVerdict.has('depends') ? `; by type: ${list('depends')}` : '';
  return `| ${nameOf(first)} | ${list('allowed')}${depends} | ${refused} |`;
}

const pairsOf = (product: Product): string =>
  `| Right after | may follow | 409 |\n|---|---|---|\n${toolsOf(product)
    .map((first) => pairsRow(first, product))
    .join('\n')}`;

export const toolsDocument = (): string => `# Which tool may follow which

Made by \`npm run docs\` from the list of tools (\`loans/core/loan/tools.ts\`), the statuses of a loan and the refusals that
endpoints declare; a test asks for every pair on a loan of each product. The paths go on from
\`POST /people/{personId}/loans/{loanId}/\`; each has \`previewMode\`.

## Which tool, on which product, in which status

With precomputed interest the charge was fixed at the start. A tool that would change it is refused, and \`data.instead\`
says what to use in its place. There \`change-due-dates\` moves payments, without \`reamortize\`.

In the columns of statuses, ✓ means allowed, and "by type" means that the settings of the loan type decide. Everything
else is a 409 \`LoanStatusForbids\`.

| Tool | Installment loan | with precomputed interest | Line of credit | ${shownStatuses.map(inWords).join(' | ')} |
|---|---|---|---|${shownStatuses.map(() => '---|').join('')}
${tools.map(statusRow).join('\n')}

## On an installment loan

A tool leaves the loan in a status, or with a payment plan that has future payments. A request may still be refused for
its fields: for example, a payment is not deferred twice.

${pairsOf('installment')}

## On a line of credit

${pairsOf('lineOfCredit')}
`;
