// The page with a newcomer's first five calls: from a borrower to what a loan owes, by curl and nothing else; and with
// five more, to a line of credit. The paths use external ids that the newcomer has chosen, so that no id must be copied from
// one answer into the next call.

interface Call {
  readonly title: string;
  readonly says: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: string;
  readonly status: number;
  readonly look: string;
}

const loan = '/people/ext-ada/loans/ext-first-loan';

const firstCalls: readonly Call[] = [
  {
    title: 'Create a borrower',
    says: 'The id of your own system goes into <code>externalId</code>. From now on <code>ext-ada</code> names her wherever an id is asked for.',
    method: 'POST',
    path: '/people',
    body: '{ "externalId": "ada", "name": { "firstName": "Ada", "lastName": "Lovelace" } }',
    status: 201,
    look: '<code>data</code> is the borrower, with our id for her: <code>BO-…</code>.',
  },
  {
    title: 'Board a loan',
    says: '1,200.00 at 9.99 % in six monthly payments, of the loan type that every company has from the start.',
    method: 'POST',
    path: '/people/ext-ada/loans',
    body: `{
  "externalId": "first-loan",
  "loanTypeId": "ext-installment",
  "status": "originated",
  "atOrigination": {
    "amountFinanced": 1200,
    "interestRates": [{ "rate": 0.0999 }],
    "paymentFrequency": "monthly",
    "specificDays": [15],
    "duration": 6
  }
}`,
    status: 201,
    look: '<code>data.atOrigination</code> has the terms, and the annual percentage rate that follows from them.',
  },
  {
    title: 'Activate it',
    says: 'The money is paid out, and interest accrues from now on.',
    method: 'POST',
    path: `${loan}/activate`,
    body: '{}',
    status: 201,
    look: '<code>data.schedule</code> lists the six payments, each with its principal and its interest.',
  },
  {
    title: 'Record a payment',
    says: 'It was paid outside, in cash say: the service is told, and divides it.',
    method: 'POST',
    path: `${loan}/transactions`,
    body: '{ "type": "oneTime", "isExternal": true, "amount": 205.83 }',
    status: 201,
    look: '<code>paidPrincipalAmount</code> and <code>paidInterestAmount</code> say how it was divided.',
  },
  {
    title: 'Read what it owes',
    says: 'Today, or on any other day with <code>?toEffectiveDate=</code>.',
    method: 'GET',
    path: `${loan}/balances`,
    status: 200,
    look: '<code>data.outstandingBalances</code> is what is owed. Everything that happened: <code>GET /api/events</code>.',
  },
];

const line = '/people/ext-ada/loans/ext-first-line';

const callsOfLines: readonly Call[] = [
  {
    title: 'Board a line of credit',
    says: 'A limit of 5,000.00 at 19.99 %, due on the 10th of each month, of the loan type for lines of credit that every company has.',
    method: 'POST',
    path: '/people/ext-ada/loans',
    body: `{
  "externalId": "first-line",
  "loanTypeId": "ext-line-of-credit",
  "status": "originated",
  "atOrigination": {
    "creditLimitAmount": 5000,
    "interestRates": [{ "rate": 0.1999 }],
    "specificDays": [10]
  }
}`,
    status: 201,
    look: '<code>data.type</code> is <code>lineOfCredit</code>.',
  },
  {
    title: 'Activate it',
    says: 'Nothing is owed yet: billing begins.',
    method: 'POST',
    path: `${line}/activate`,
    body: '{}',
    status: 201,
    look: '<code>data.schedule</code> has the first due date, with zeros.',
  },
  {
    title: 'Add a draw to spend from',
    says: 'It is a part of the line with a rate of its own, if you like. This one has all from the line and its loan type.',
    method: 'POST',
    path: `${line}/draws`,
    body: '{ "externalId": "card", "nickname": "Card", "status": "originated", "atOrigination": {} }',
    status: 201,
    look: '<code>data.lineOfCreditId</code> is the line.',
  },
  {
    title: 'Activate the draw',
    says: 'From now on it can be bought on.',
    method: 'POST',
    path: `${line}/draws/ext-card/activate`,
    body: '{}',
    status: 201,
    look: '<code>data.schedule</code> has what its next statement asks for.',
  },
  {
    title: 'Record a purchase',
    says: 'A merchant has been paid; with the status <code>authorized</code> it would only hold the limit.',
    method: 'POST',
    path: `${line}/draws/ext-card/purchases`,
    body: '{ "amount": 49.9, "purchaseDetails": { "description": "A bicycle lamp" } }',
    status: 201,
    look: '<code>GET /api/people/ext-ada/loans/ext-first-line/balances</code> says what is owed now, and what may still be spent.',
  },
];

function commandOf({ method, path, body }: Call): string {
  const lines = [`curl "$TENOR/api${path}"`, `-H "X-API-KEY: $KEY"`];
  const sent = method === 'GET' ? [] : [`-H 'content-type: application/json'`, `-d '${body}'`];
  return [...lines, ...sent].join(' \\\n  ').replace(/\n(?! {2}-)/g, '\n  ');
}

const escaped = (text: string): string => text.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);

const block = (text: string): string => `<div class="code"><pre>${escaped(text)}</pre></div>`;

const sectionsOf = (calls: readonly Call[]): string => calls.map(sectionOf).join('\n');

const sectionOf = (call: Call, index: number): string => `
    <section>
      <h2><span>${index + 1}</span>${call.title}</h2>
      <p>${call.says}</p>
      ${block(commandOf(call))}
      <p class="answer"><b>${call.status}</b> ${call.look}</p>
    </section>`;

export const firstCallsHtml = (): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Tenor: your first five calls</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="/docs/pages.css">
  </head>
  <body>
    <main class="page">
      <p class="path"><a href="/docs">Tenor API</a></p>
      <h1>Your first five calls</h1>
      <p class="lead">From nothing to a loan that somebody pays, in a terminal. Take the <b>test key</b> that the first start printed: test mode is a world of its own, and its time can be moved.</p>
      ${block('export TENOR=http://127.0.0.1:4000\nexport KEY=tenor_test_…')}
${sectionsOf(firstCalls)}
      <h2 class="chapter">Five more: a line of credit</h2>
      <p class="lead">Of the same borrower, and its first purchase. Every company has two loan types for it. <code>ext-line-of-credit</code> has no rules of credit cards: a payment that names a draw pays all of this draw first, any day of the month may be the due day, and no cap bounds the fees of the first year. <code>ext-credit-card</code> keeps those rules of Regulation Z: a payment that names a draw pays what is due of it first and the rest goes to the highest rate, the due day is 1 to 28 or the last day, and the fees of the first year are at most 25 % of the limit. Take it for credit cards in the United States.</p>
${sectionsOf(callsOfLines)}
      <h2>And then</h2>
      <ul>
        <li><b>Let time pass.</b> <code>POST /api/test-clock/advance</code> moves the clock of test mode: payments come due, statements are made, late fees are charged.</li>
        <li><b>Look further.</b> <a href="/docs">All operations</a>, each with a form to try it, and the <a href="/openapi.json">description</a> that clients are generated from.</li>
        <li><b>A mistake</b> answers with a 4xx that names the field (<code>data.path</code>) and says what would be right.</li>
      </ul>
    </main>
    <script defer src="/docs/first-calls.js"></script>
  </body>
</html>
`;
