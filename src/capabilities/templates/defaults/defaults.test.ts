// Every default text can be sent: it is there in both languages, passes the checks of templates, renders strictly with and
// without what is optional, gives nothing private away, and says what a rule wants said.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { endpoints } from '#app/capabilities.ts';
import { blocksOfHtml } from '#capabilities/agreements/converting/html-blocks.ts';
import type { RenderOrder, TemplateSource } from '#platform/templates/order.ts';
import { checkTemplate, renderMany } from '#platform/templates/render.ts';
import { sampleContext } from '../../../../scripts/sample-message.ts';
import { knownNamesOf } from '../context/known-names.ts';
import { templateReads } from '../context/objects.ts';
import { type Subject, subjects, type TextChannel } from '../subjects/index.ts';
import { languages } from './default-text.ts';
import { defaultTemplate } from './index.ts';

type Language = (typeof languages)[number];

interface Shipped {
  readonly name: string;
  readonly subject: Subject;
  readonly channel: TextChannel;
  readonly language: Language;
  readonly source: TemplateSource;
}

const shipped: readonly Shipped[] = subjects.flatMap((subject) =>
  subject.channels.flatMap((channel) =>
    languages.map((language) => {
      const name = `${subject.subject} ${channel} ${language}`;
      const source = defaultTemplate(subject.subject, channel, language);
      assert.ok(source, `${name} has a text`);
      return { name, subject, channel, language, source };
    }),
  ),
);

/** A company that has set nothing. */
const bareCompany = { name: 'Acme', brandName: 'Acme', legalName: 'Acme' };

type Context = Readonly<Record<string, unknown>>;

/** Each rendered strictly; what fails is named. */
async function rendered(contextOf: (one: Shipped) => Context) {
  const orders = shipped.map((one): RenderOrder => {
    const { name, source, language } = one;
    const context = contextOf(one);
    return { key: name, source, context, mode: 'strict', language, timezone: 'America/New_York' };
  });
  const answers = await renderMany(orders);
  const failures = answers.flatMap((answer, i) =>
    'failed' in answer ? [{ [orders[i]?.key ?? '']: answer.failed }] : [],
  );
  assert.deepEqual(failures, []);
  return shipped.map((one, i) => ({ ...one, parts: answers[i] as TemplateSource }));
}

const withEverything = ({ subject }: Shipped): Context => sampleContext(subject);

const withMessage = (context: Context, more: Context): Context => ({
  ...context,
  message: { ...(context.message as Context), ...more },
});

/** What is optional is missing, the company has set nothing, and the borrower is a business. */
function withLittle({ subject }: Shipped): Context {
  const optional = new Set(
    Object.entries(subject.values).flatMap(([name, { isOptional }]) => (isOptional ? [name] : [])),
  );
  const kept = Object.entries(sampleContext(subject)).filter(([name]) => !optional.has(name));
  const context = {
    ...Object.fromEntries(kept),
    company: bareCompany,
    person: { businessDetails: { businessName: 'Engines' } },
  };
  return withMessage(context, { address: null });
}

const fromCollector = (one: Shipped): Context =>
  withMessage(withEverything(one), { isFromCollector: true, hasOptOut: true });

const shown = await rendered(withEverything);
const short = await rendered(withLittle);
const collected = await rendered(fromCollector);

const textOf = ({ parts }: { parts: TemplateSource }): string => parts.text ?? '';

describe('default texts', () => {
  test('are there for every subject but those that a company fills', () => {
    const silent = subjects.filter(({ channels }) => channels.length === 0).map(({ subject }) => subject);
    assert.deepEqual(
      silent,
      Array.from({ length: 20 }, (_, i) => `custom${i + 1}`),
    );
    assert.equal(new Set(subjects.map(({ subject }) => subject)).size, subjects.length, 'each once');
  });

  test('pass the checks of templates, and name only what the reads and the subject have', async () => {
    const reads = templateReads({ endpoints });
    for (const { name, subject, source } of shipped) {
      const { known } = knownNamesOf(reads, subject.subject);
      const { problems, warnings } = await checkTemplate({
        source,
        known,
        takesOthers: false,
        allowsRemoteImages: false,
      });
      assert.deepEqual([problems, warnings], [[], []], name);
    }
  });

  test('name every value of their subject in some channel', () => {
    const unnamed = subjects
      .filter(({ channels }) => channels.length > 0)
      .flatMap(({ subject, values }) => {
        const sources = shipped
          .filter((one) => one.subject.subject === subject)
          .map(({ source }) => JSON.stringify(source));
        return Object.keys(values)
          .filter((value) => !sources.some((source) => new RegExp(`\\b${value}\\b`).test(source)))
          .map((value) => `${subject} ${value}`);
      });
    assert.deepEqual(unnamed, []);
  });

  test('print no value that is missing', () => {
    for (const { name, parts } of [...shown, ...short, ...collected]) {
      for (const part of [
        parts.subjectLine,
        parts.text,
        parts.html?.replace(/style="[^"]*"|<style>.*<\/style>/gs, ''),
      ]) {
        assert.doesNotMatch(part ?? '', /\bnone\b|undefined|\[object|NaN|\{\{|\{%| {2}\S|\s[.,;:]\s/, name);
      }
    }
  });

  test('are short where they must be', () => {
    for (const one of [...shown, ...short, ...collected]) {
      if (one.channel === 'text') assert.ok(textOf(one).length <= 320, `${one.name}: ${textOf(one).length}`);
      assert.ok((one.parts.subjectLine ?? '').length < 78, one.name);
    }
  });

  test('give away no amount, no account and no word of debt to who looks over a shoulder', () => {
    const isOwn = /^(freeForm|freeFormBranded)$/;
    for (const { name, subject, channel, source, parts } of shown) {
      if (isOwn.test(subject.subject)) continue;
      const open = [source.subjectLine, channel === 'text' ? source.text : null].join('\n');
      assert.doesNotMatch(open, /\| money|LastFour|displayId|accountNumber/, name);
      const read = [parts.subjectLine, channel === 'text' ? parts.text : null].join(' ');
      if (subject.group === 'overdue') assert.doesNotMatch(read, /overdue|atras|debt|deuda/i, name);
    }
  });

  test('make letters that can be printed', () => {
    for (const { name, channel, parts } of [...shown, ...short]) {
      if (channel !== 'mail' && channel !== 'document') continue;
      const { blocks, title } = blocksOfHtml(parts.html ?? '');
      assert.ok(blocks.length > 3 && title !== '', name);
    }
  });

  test('escape what is put into them', async () => {
    const evil = '<b>&"\'</b><script>';
    const [first] = shipped.filter(({ name }) => name === 'freeFormBranded email en');
    assert.ok(first);
    const context = { ...withEverything(first), body: evil };
    const [answer] = await renderMany([
      { key: first.name, source: first.source, context, mode: 'strict', language: 'en', timezone: 'UTC' },
    ]);
    assert.ok(answer && 'html' in answer);
    assert.doesNotMatch(answer.html ?? '', /<script|<b>&"/);
  });
});

// What a rule wants said, by its words; the Spanish says the same.
const rules: readonly (readonly [subject: string, rule: string, en: readonly RegExp[], es: readonly RegExp[]])[] = [
  [
    'debtValidationNotice',
    '12 CFR 1006.34(c): eleven items and the prompts',
    [
      /is a debt collector\. We are trying to collect a debt that you owe to .+\. We will use any information you give us to help collect the debt\./,
      /P\.O\. Box 123/,
      /Ada Lovelace/,
      /from Acme Lending LLC with account number •••• 1001/,
      /As of March 15, 2026, you owed: \$4,827\.59/,
      /charged this amount in interest: \+ \$53\.22/,
      /charged this amount in fees: \+ \$25\.00/,
      /You paid this amount toward the debt: - \$0\.00/,
      /You were credited this amount toward the debt: - \$0\.00/,
      /Total amount of the debt now: \$4,905\.81/,
      /Call or write to us by August 12, 2026 to dispute all or part of the debt\. If you do not, we will assume that our information is correct\./,
      /If you write to us by August 12, 2026, we must stop collection on any amount you dispute until we send you information that shows you owe the debt\./,
      /Write to ask for the name and address of the original creditor/,
      /www\.cfpb\.gov\/debt-collection/,
      /This is not my debt\./,
      /The amount is wrong\./,
      /Other \(please describe on reverse or attach additional information\)\./,
      /I want you to send me the name and address of the original creditor\./,
      /I enclosed this amount: \$/,
      /Quiero este formulario en español\./,
      /We accept disputes electronically at https:\/\//,
    ],
    [
      /es un cobrador de deudas/,
      /disputar toda la deuda o una parte de ella/,
      /debemos suspender el cobro/,
      /acreedor original/,
      /Esta deuda no es mía\./,
    ],
  ],
  [
    'debtValidationNoticeNYCYonkers',
    'New York City',
    [/commonly used debt collection terms is available in multiple languages/, /Sam Reyes/, /2098765-DCA/],
    [/en varios idiomas/],
  ],
  ['debtValidationNoticeArizona', 'Arizona', [/ask us to see the records of this debt/], [/registros de esta deuda/]],
  ['debtValidationNoticePuertoRico', 'Puerto Rico', [/DACO/], [/DACO/]],
  [
    'autopayAmountChanged',
    '12 CFR 1005.10(c), (d): day and amount, and how to stop it',
    [
      /July 15, 2026: \$430\.51/,
      /at least ten days before/,
      /right to stop the payment: tell us at least three business days before July 15, 2026/,
    ],
    [/al menos diez días antes/, /derecho a detener el pago: avísenos al menos tres días hábiles antes/],
  ],
  [
    'autopayEnabled',
    '12 CFR 1005.10(c), (d)',
    [/at least three business days before/, /at least ten days before/],
    [/al menos tres días hábiles antes/, /al menos diez días antes/],
  ],
  [
    'adverseActionNotice',
    '12 CFR 1002.9, form C-1; 15 USC 1681m',
    [
      /The federal Equal Credit Opportunity Act prohibits creditors from discriminating against credit applicants on the basis of race, color, religion, national origin, sex, marital status, age \(provided the applicant has the capacity to enter into a binding contract\); because all or part of the applicant's income derives from any public assistance program; or because the applicant has in good faith exercised any right under the Consumer Credit Protection Act\./,
      /Federal Trade Commission, Equal Credit Opportunity, Washington, DC 20580/,
      /Amounts owed on other accounts are too high/,
      /The reporting agency played no part in our decision and is unable to supply specific reasons/,
      /free copy of your report from the reporting agency, if you request it no later than 60 days/,
      /right to dispute the matter with the reporting agency/,
      /1-888-397-3742/,
      /Your credit score: 612/,
      /from 300 \(low\) to 850 \(high\)/,
      /Key factors that adversely affected your credit score/,
    ],
    [/Equal Credit Opportunity Act/, /copia gratuita de su informe/, /60 días/, /disputarla con la agencia/],
  ],
  [
    'riskBasedPricingNotice',
    '12 CFR 1022.73',
    [
      /record of your credit history/,
      /annual percentage rate on your account has been increased/,
      /right to dispute any inaccurate information/,
      /without charge for 60 days/,
      /www\.consumerfinance\.gov\/learnmore/,
    ],
    [/sin costo durante los 60 días/, /www\.consumerfinance\.gov\/learnmore/],
  ],
  [
    'creditNegativeInfoMayBeReported',
    '12 CFR 1022, appendix B, B-1',
    [
      /We may report information about your account to credit bureaus\. Late payments, missed payments, or other defaults on your account may be reflected in your credit report\./,
    ],
    [/Podemos reportar información sobre su cuenta a las agencias de crédito/],
  ],
  [
    'creditNegativeInfoReported',
    '12 CFR 1022, appendix B, B-2',
    [
      /We have told a credit bureau about a late payment, missed payment or other default on your account\. This information may be reflected in your credit report\./,
    ],
    [/Hemos informado a una agencia de crédito/],
  ],
  [
    'loanRightToCurePersonalUnsecured',
    'right to cure, as the model of the Uniform Consumer Credit Code',
    [
      /You are now in default on this credit transaction\. You have a right to cure this default until August 5, 2026\. If you do so, you may continue with the contract as though you did not default\./,
      /Amount that cures the default: \$455\.51/,
      /20 days from this notice/,
      /If you default again within the next year, we may use them without sending you another notice like this one\./,
    ],
    [/derecho a subsanar este incumplimiento hasta el 5 de agosto de 2026/],
  ],
  [
    'ceaseCommunicationAcknowledgement',
    '12 CFR 1006.6(c)(2)(i): efforts end',
    [/We will no longer contact you about this account/],
    [/Ya no nos comunicaremos con usted/],
  ],
  [
    'ceaseCommunicationRefuseToPay',
    '12 CFR 1006.6(c)(2)(ii), (iii)',
    [/efforts to collect it by contacting you end now/, /We may report the account to credit bureaus/],
    [/terminan ahora/],
  ],
  [
    'deceasedNotificationUponDeath',
    '15 USC 1692e: relatives need not pay',
    [/do not have to pay this debt from their own money/],
    [/no tienen que pagar esta deuda con su propio dinero/],
  ],
  [
    'purchaseDisputeReceived',
    '12 CFR 1026.13(d): what is not collected meanwhile',
    [/do not have to pay the disputed amount/, /report it as late/],
    [/no tiene que pagar el monto disputado/],
  ],
  [
    'rateChangeAhead',
    '12 CFR 1026.9(c)(2)(iv)(A): what changes, and when',
    [/Rate until then/, /Rate from then on/, /August 1, 2026/],
    [/Tasa hasta entonces/],
  ],
  [
    'accountTermsChange',
    '12 CFR 1026.9(c)(2)(iv), (g)',
    [/right to reject these changes before August 1, 2026/],
    [/derecho a rechazar estos cambios/],
  ],
  [
    'militaryBenefitsGranted',
    '50 USC 3937: interest above is forgiven',
    [/interest above this rate is forgiven/, /6/],
    [/se condonan/],
  ],
  [
    'militaryBenefitsRequested',
    '50 USC 3937(b)(1)',
    [/until 180 days after your service ends/, /6% a year/],
    [/hasta 180 días después/],
  ],
  [
    'electronicAccessConfirmation',
    '15 USC 7001(c)(1)',
    [/right to get documents on paper/, /take your consent back at any time/],
    [/derecho a recibir los documentos en papel/],
  ],
  [
    'privacyPolicyNotice',
    '12 CFR 1016.6',
    [/Federal law gives you the right/, /You cannot limit this sharing/],
    [/La ley federal le da derecho/],
  ],
];

describe('what a rule wants said', () => {
  for (const [subject, rule, en, es] of rules) {
    test(`${subject}: ${rule}`, () => {
      for (const [language, wanted] of [
        ['en', en],
        ['es', es],
      ] as const) {
        const found = shown.find(({ name }) => name === `${subject} email ${language}`);
        assert.ok(found);
        for (const one of wanted) assert.match(textOf(found), one);
      }
    });
  }

  test('a collector says so in every message, and how to opt out of texts (12 CFR 1006.18(e), 1006.6(e))', () => {
    for (const one of collected) {
      const isSpanish = one.language === 'es';
      if (one.channel === 'text') {
        assert.match(
          textOf(one),
          isSpanish ? /cobrador de deudas\. Responda ALTO/ : /debt collector\. Reply STOP/,
          one.name,
        );
      } else if (one.channel === 'email' && one.subject.subject !== 'freeForm') {
        const words = isSpanish
          ? /de un cobrador de deudas\. Intentamos cobrar/
          : /from a debt collector\. We are trying to collect a debt/;
        assert.match(textOf(one), words, one.name);
        assert.match(one.parts.html ?? '', words, one.name);
      }
    }
    // Whoever asks for help is told in any case how to opt out.
    for (const one of shown.filter(({ channel, subject }) => channel === 'text' && subject.subject !== 'textHelp')) {
      assert.doesNotMatch(textOf(one), /debt collector|STOP|ALTO/, one.name);
    }
  });

  test('an email names the company and its postal address (15 USC 7704(a)(5))', () => {
    for (const { name, subject, channel, parts } of shown) {
      if (channel !== 'email' || subject.subject === 'freeForm') continue;
      assert.match(parts.text ?? '', /Acme Lending LLC\n100 Main Street\nIndianapolis, IN 46204/, name);
      assert.match(parts.html ?? '', /100 Main Street<br>Indianapolis, IN 46204/, name);
    }
  });
});
