// The house rules that a text shows, with their examples and all their exceptions.

export interface HouseFile {
  readonly path: string;
  readonly text: string;
}

export interface HouseRule {
  /** A sentence, as CONTRIBUTING.md has it. */
  readonly rule: string;
  /** The files that it is about; by default all sources that are no tests. */
  readonly applies?: (file: HouseFile) => boolean;
  /** Whether the file breaks the rule. */
  readonly finds: (file: HouseFile) => boolean;
  readonly accepted: HouseFile;
  readonly rejected: HouseFile;
  /** The one place that the rule names. */
  readonly home?: readonly string[];
  /** The other files that break it, with the reason why they may. */
  readonly exceptions?: Readonly<Record<string, readonly string[]>>;
}

export const exceptionsOf = ({ exceptions = {} }: HouseRule): readonly string[] => Object.values(exceptions).flat();

const codeOf = (text: string): string => text.replace(/\/\/.*$/gm, '').replace(/\/\*[\s\S]*?\*\//g, '');

const inCode =
  (pattern: RegExp) =>
  ({ text }: HouseFile): boolean =>
    pattern.test(codeOf(text));

const example = (text: string, path = 'src/capabilities/people/person.ts'): HouseFile => ({ path, text });

const below = (folder: string, files: readonly string[]): readonly string[] =>
  files.map((file) => `src/capabilities/${folder}/${file}`);

const functionsOf = (code: string): readonly { readonly name: string; readonly body: string }[] =>
  [...code.matchAll(/^(?:export )?(?:async )?function (\w+)([\s\S]*?)^\}$/gm)].map(([, name, body]) => ({
    name: String(name),
    body: String(body),
  }));

const isParticiple = (name: string): boolean =>
  /^(is|has)[A-Z]|^[a-z]*(ed|taken|drawn|written|given|kept|undone|sent)(?=$|[A-Z])/.test(name);
const writes =
  /\btx\.(write|affected)\(|\bemit\(|\b(changeLoan|changeBy\w+|(touch|write|insert(?!Into))[A-Z]\w*)\(|\.(write|insert)\(tx\b/;

/** A comment of up to five words that begins with a preposition. */
const barePhrase =
  /(?:\/\*\* |(?<!^\s*\/\/.*\n)^\s*\/\/ )(?:After|Among|As|At|Before|Beside|Between|By|For|From|In|Like|On|Over|Such as|Through|To|Under|Until|With|Within|Without)(?: [^\s.:;,]+){1,4}\.(?: \*\/)?$/m;

export const comments: HouseRule = {
  rule: 'A comment has a subject and a verb: it opens with neither "Of" nor "Those"',
  applies: () => true,
  finds: ({ text }) => /^\s*\/\*\*(\n\s*\*)? (Of|Those)\b|(?<!^\s*\/\/.*\n)^\s*\/\/ (Of|Those)\b/m.test(text),
  accepted: example('/** Only a refusal has it. */\nreadonly kind?: string;'),
  rejected: example('/** Of a refusal. */\nreadonly kind?: string;'),
};

export const rules: readonly HouseRule[] = [
  {
    rule: 'A comment is no bare phrase: "By days." has no verb',
    applies: () => true,
    finds: ({ text }) => barePhrase.test(text),
    accepted: example('/** They are in the order of their days. */\nreadonly index: readonly Rate[];'),
    rejected: example('/** In order of days. */\nreadonly index: readonly Rate[];'),
  },
  {
    rule: 'What a bank or a provider says of an order is a report',
    applies: ({ path }) =>
      /^src\/capabilities\/(moving-money|bank-books|instruments)\//.test(path) && !path.endsWith('.test.ts'),
    finds: inCode(/\b(interface|type|function) \w*(Told|Said|[Hh]eard|[Hh]earing)\b/),
    accepted: example('interface ProviderReport {}', 'src/capabilities/moving-money/report.ts'),
    rejected: example('interface Told {}', 'src/capabilities/moving-money/told.ts'),
  },
  {
    rule: 'Nothing is named utils, helpers or common',
    applies: () => true,
    finds: ({ path }) => /(^|\/)(utils?|helpers?|common)(\/|\.)/.test(path),
    accepted: example('', 'src/platform/http/common-counts.ts'),
    rejected: example('', 'src/platform/utils/money.ts'),
  },
  {
    rule: 'A unit stands last in a name, before Min and Max',
    finds: inCode(/\b(const|let|readonly) (cents|ms|micros)(?!Of|Per|Min|Max|Between|From|In)[A-Z]/),
    accepted: example('const waitMsMax = 5_000;'),
    rejected: example('const msToWait = 5_000;'),
    exceptions: { 'is about the type itself': ['engine/values/cents.ts'] },
  },
  {
    rule: 'A function that writes is named by an imperative; a participle is pure',
    finds: ({ text }) => functionsOf(codeOf(text)).some(({ name, body }) => isParticiple(name) && writes.test(body)),
    accepted: example(
      'function release(tx) {\n  tx.write(order);\n}\nfunction released(row) {\n  return { ...row };\n}\n',
    ),
    rejected: example('function released(tx) {\n  tx.write(order);\n}\n'),
    exceptions: {
      'makes a value whose functions write': ['src/platform/work/claimed/claimed-rows.ts'],
      'wait for the mechanism that all claimed work shares': [
        'src/capabilities/moving-money/ach/files/close-file.ts',
        'src/capabilities/moving-money/orders/attempts/claim.ts',
        'src/capabilities/moving-money/orders/attempts/take-report.ts',
        'src/platform/work/operations/operations.ts',
      ],
    },
  },
  {
    rule: 'An endpoint does not say that its shape is `single`, because that follows',
    applies: ({ path }) => path.startsWith('src/') && /\broutes\b/.test(path),
    finds: inCode(/\bshape: 'single'/),
    accepted: example("endpoint({ name: 'people.read', read });", 'src/capabilities/people/routes.ts'),
    rejected: example("endpoint({ name: 'people.read', shape: 'single', read });", 'src/capabilities/people/routes.ts'),
  },
  {
    rule: 'A command that refuses lists its errors in a comment',
    applies: ({ path }) => /^src\/.*\/commands\/[^/]+\.ts$/.test(path) && !path.endsWith('.test.ts'),
    finds: ({ text }) => /\bthrow |\bmust[A-Z]\w*\(|\brefuse\w*\(/.test(codeOf(text)) && !/Errors: [A-Z]/.test(text),
    accepted: example('/** Errors: NotFound. */\nexport async function closeLoan() {\n  throw notFound;\n}'),
    rejected: example('/** Closes it. */\nexport async function closeLoan() {\n  throw notFound;\n}'),
  },
  {
    rule: 'The environment is read in one place',
    finds: inCode(/process\.env/),
    accepted: example('const { port } = config;'),
    rejected: example('const port = process.env.PORT;'),
    home: ['src/platform/config.ts'],
    exceptions: { 'tries the laws of lines': ['engine/laws/line/runs.ts'] },
  },
  {
    rule: 'Time is read in one place',
    finds: inCode(/Date\.now|new Date\(\)|performance\.(now|timeOrigin)|process\.hrtime/),
    accepted: example('const now = clock.micros();'),
    rejected: example('const now = Date.now();'),
    home: ['src/platform/clock.ts'],
  },
  {
    rule: 'No test measures time: a busy machine would fail it',
    applies: ({ path }) => path.endsWith('.test.ts'),
    finds: inCode(/performance\.now|process\.(hrtime|uptime)|(Date\.now\(\)|\.getTime\(\)) - [a-z]\w*( [<>]|[,);])/),
    accepted: example('assert.equal(counted.reads, 1);', 'tests/lists.test.ts'),
    rejected: example('assert.ok(Date.now() - began < 2_000);', 'tests/lists.test.ts'),
  },
  {
    rule: 'Randomness is asked for in one place',
    finds: inCode(/Math\.random|randomBytes\(\d|randomUUID\(|randomFillSync\(/),
    accepted: example('const id = newId();'),
    rejected: example('const id = randomUUID();'),
    home: ['src/platform/random.ts'],
    exceptions: {
      'calls our own randomBytes, which has the same name': [
        'src/platform/crypto/vault.ts',
        'src/platform/db/prepare.ts',
        'src/platform/ids.ts',
      ],
    },
  },
  {
    rule: 'What a test draws, it draws by the seed of the run',
    applies: ({ path }) => /\.test\.ts$|^tests\/support\/(?!house-rules)/.test(path),
    finds: inCode(/Math\.random\(/),
    accepted: example('await sleep(dice.between(0, 200));', 'tests/crash/service.test.ts'),
    rejected: example('await sleep(Math.random() * 200);', 'tests/crash/service.test.ts'),
  },
  {
    rule: 'The unscoped handle is for the platform alone',
    applies: ({ path }) =>
      /^(src|engine|ach|guard|metro2|simulator)\//.test(path) &&
      !path.endsWith('.test.ts') &&
      !path.startsWith('src/platform/'),
    finds: inCode(/\bunscoped\(/),
    accepted: example('await database.transact(realm, work);'),
    rejected: example("await database.unscoped('live').rows(all);"),
    exceptions: {
      'finds whose key, page or sign-in it is': [
        ...below('access', ['authenticate.ts', 'companies.ts']),
        ...below('company', ['bootstrap.ts', 'claim-domains.ts', 'keep-domains.ts', 'origins.ts']),
      ],
      'finds whose deliveries and messages are due': [
        ...below('webhooks', ['delivery/delivery-store.ts', 'delivery/forget-deliveries.ts', 'metrics.ts']),
        ...below('sending', ['erase-messages.ts', 'inbound/mailbox-reader.ts', 'keep-rest.ts']),
      ],
      'finds whose loans are due': below('loans', ['core/day/due-loans.ts']),
      'finds which places of registers are due': below('monitors', ['places/visit.ts']),
      'finds whose orders, files and notices are due': below('moving-money', [
        'ach/files/files-day.ts',
        'orders/attempts/orders-day.ts',
        'orders/attempts/orders-job.ts',
        'orders/attempts/receive-report.ts',
        'orders/notices/ask-for-news.ts',
        'orders/notices/compare-at-start.ts',
      ]),
      'keeps the list of banks, which belongs to no company': below('instruments', ['bank-directory.ts']),
      'is the simulator, which stands for a stranger': below('moving-money', [
        'orders/providers/simulated/line.ts',
        'orders/providers/simulated/step.ts',
      ]),
    },
  },
  {
    rule: "All rows of the company are read in a borrower's command for events, limits and orders alone",
    finds: inCode(/\bwholeCompany\(/),
    accepted: example('await reader.rows(loansOf(person));'),
    rejected: example('await wholeCompany(tx).rows(all);'),
    home: ['src/platform/db/realm-database.ts'],
    exceptions: {
      'looks for an external id': ['src/platform/resource/external-ids.ts'],
      'reads what a borrower does not reach: events, limits and orders': [
        ...below('people', ['person.ts']),
        ...below('loans', ['core/lifecycle/loan.ts']),
        ...below('moving-money', ['orders/attempts/give-order.ts', 'accounts/trial-deposits/send-pair.ts']),
      ],
    },
  },
];

export const cast = {
  rule: 'A cast goes through neither unknown nor never',
  pattern: /\bas (never|unknown as)\b/g,
  accepted: 'const amount = row.amount as Cents;',
  rejected: 'const amount = row as unknown as Cents;',
  exceptions: 167,
};
