// The table of commands with their help. The code of a command is loaded when it is called: most of it is the whole
// service, and help, `listen` and `calc` need none of that.
import { type ClientConfig, type Config, readClientConfig, readSettings } from '#platform/config.ts';
import { bankFiles } from './bank-file-commands.ts';
import { clientOptions } from './client.ts';
import { asJson, type Command, type CommandGroup, print, type Values } from './command.ts';
import { ach, calculating, compliance, metro2 } from './commands-without-database.ts';
import { serviceSettings } from './service-settings.ts';
import { WrongUse } from './wrong-use.ts';

type Run<Settings> = (settings: Settings, values: Values, words: readonly string[]) => Promise<void>;

const by =
  <Settings>(settings: () => Settings) =>
  (load: () => Promise<Run<Settings>>): Command['run'] =>
  async (values, words) => {
    const read = settings();
    const run = await load();
    // A command knows which of its options are flags.
    await run(read, values as Values, words);
  };

/** With the settings of a service. */
const byService = by<Config>(serviceSettings);
/** With what a client needs to know of a service. */
const byClient = by<ClientConfig>(readClientConfig);

const mode = 'live or test; test if not given.';
const company = 'Needed where there are several companies.';

const running: readonly Command[] = [
  {
    name: 'start',
    usage: 'tenor start [--workers N]',
    summary:
      'Run the service: API, docs and background work, by several processes on one port. Starts the embedded database unless DATABASE_URL is set.',
    options: { workers: 'How many processes serve; WORKERS if not given, else the cores, at most 4. 1: one process.' },
    run: byService(async () => {
      const { start } = await import('./start.ts');
      return (config, { workers }) => start({ ...config, workers: workersOf(workers, config) }, print);
    }),
  },
  {
    name: 'worker',
    usage: 'tenor worker',
    summary: 'Run the relay and the workers only, beside one or several services.',
    options: {},
    run: byService(async () => (await import('./start-alone.ts')).work),
  },
  {
    name: 'migrate',
    usage: 'tenor migrate',
    summary: 'Bring the database up to date, and do nothing else. The start does it as well.',
    options: {},
    run: byService(async () => (await import('./cli-database.ts')).migrate),
  },
];

const access: readonly Command[] = [
  {
    name: 'company create',
    usage: 'tenor company create --name NAME [--timezone ZONE]',
    summary: 'Create a company in both modes and print its first keys, once.',
    options: { name: 'Its name.', timezone: 'Its time zone; COMPANY_TIMEZONE if not given.' },
    run: byService(async () => (await import('./cli-access.ts')).newCompany),
  },
  {
    name: 'company certificate',
    isGrave: true,
    usage:
      'tenor company certificate [--years N] [--p12 FILE [--passphrase-file FILE]] [--mode live|test] [--company ID]',
    summary:
      'Make a certificate by which the company signs documents, or take one that it has. It takes the place of the one before; documents that were signed stay signed. Prints the certificate, and never its key.',
    options: {
      years: 'How long it holds; 3 if not given, at most 10.',
      p12: 'A file with a certificate and its key, in the form PKCS #12.',
      'passphrase-file': 'A file with the passphrase of that file; none if not given.',
      mode,
      company,
    },
    run: byService(async () => (await import('./cli-certificate.ts')).companyCertificate),
  },
  {
    name: 'key create',
    usage:
      'tenor key create --name NAME [--mode live|test] [--company ID] [--permissions a,b] [--expires DATE-TIME] [--addresses a,b]',
    summary: 'Create an API key and print it, once.',
    options: {
      name: 'What it is for.',
      mode,
      company,
      permissions: 'Such as person:read,person:list; all of them if not given.',
      expires: 'From then on it is refused.',
      addresses: 'From where it may be used, such as 203.0.113.0/24; from anywhere if not given.',
    },
    run: byService(async () => (await import('./cli-access.ts')).newKey),
  },
  {
    name: 'key list',
    usage: 'tenor key list [--mode live|test] [--company ID]',
    summary: 'List the API keys of a company, with their modes and permissions.',
    options: { mode: 'live or test; both if not given.', company },
    run: byService(async () => (await import('./cli-key-list.ts')).allKeys),
  },
  {
    name: 'key revoke',
    isGrave: true,
    usage: 'tenor key revoke ID [--mode live|test] [--company ID]',
    summary: 'Revoke an API key. It is refused within a second, everywhere.',
    options: { mode, company },
    run: byService(async () => (await import('./cli-access.ts')).endKey),
  },
  {
    name: 'user create',
    usage: 'tenor user create --email EMAIL [--role ROLE] [--mode live|test] [--company ID]',
    summary: 'Create an agent who signs in with an e-mail address: an owner, if no role is named.',
    options: {
      email: 'What the user signs in with.',
      role: 'The name or id of a role, or one of owner, operations, collections, compliance, readOnly.',
      mode,
      company,
    },
    run: byService(async () => (await import('./cli-users.ts')).newUser),
  },
  {
    name: 'user list',
    usage: 'tenor user list [--mode live|test] [--company ID]',
    summary: 'List the users of a company: id, mode, type, status, since when, name and roles.',
    options: { mode, company },
    run: byService(async () => (await import('./cli-user-list.ts')).allUsers),
  },
  {
    name: 'user disable',
    isGrave: true,
    usage: 'tenor user disable ID [--mode live|test] [--company ID]',
    summary: 'Make a user inactive, who is signed out within a second. Refused for the last active owner.',
    options: { mode, company },
    run: byService(async () => (await import('./cli-users.ts')).endUser),
  },
  {
    name: 'user reset-password',
    isGrave: true,
    usage: 'tenor user reset-password EMAIL|ID [--mode live|test] [--company ID]',
    summary:
      'Take password and second factors away, end all sessions, and give a code with which the user sets a new password.',
    options: { mode, company },
    run: byService(async () => (await import('./cli-users.ts')).resetUser),
  },
  {
    name: 'user sign-in-code',
    usage: 'tenor user sign-in-code EMAIL|ID [--mode live|test] [--company ID]',
    summary: 'Give a code with which the user signs in once, whatever kinds of signing in the company has opened.',
    options: { mode, company },
    run: byService(async () => (await import('./cli-users.ts')).signInUser),
  },
];

const mailbox: Command = {
  name: 'mailbox',
  usage: 'tenor mailbox [--to ADDRESS] [--company ID]',
  summary: 'Print the messages that would have been sent in test mode, such as one-time codes, the newest first.',
  options: { to: 'An email address or a telephone number; all if not given.', company },
  run: byService(async () => (await import('./cli-mailbox.ts')).mailbox),
};

const verifying: Command = {
  name: 'verify',
  usage: 'tenor verify [--mode live|test] [--company ID] [--sample N] [--json]',
  summary:
    'Recompute loans from their timelines and compare what is stored, to the cent. Says what differs, and ends with 1 if anything does. Loans computed under other rules are named apart: that is no error.',
  options: {
    mode: 'live or test; both if not given.',
    company: 'One company; all if not given.',
    sample: 'So many loans of each company and mode, drawn by lot; all if not given.',
  },
  flags: asJson,
  run: byService(async () => (await import('./cli-verify.ts')).verifyByHand),
};

const verifyingAudit: Command = {
  name: 'audit verify',
  usage: 'tenor audit verify [--mode live|test] [--company ID] [--head NUMBER:HASH]',
  summary:
    'Read the audit from its first row on and name the first row that was altered, removed or cut off. Ends with 1 if there is one.',
  options: {
    mode: 'live or test; both if not given.',
    company: 'One company; all if not given.',
    head: 'A row that was the last one once, as the log tells it each day; it must still be there.',
  },
  run: byService(async () => (await import('./cli-audit.ts')).verifyAuditByHand),
};

const anyCompany = 'One company; all if not given.';
const eitherMode = 'live or test; both if not given.';

const payments: readonly Command[] = [
  {
    name: 'payments stop',
    isGrave: true,
    usage: 'tenor payments stop --reason TEXT [--mode live|test] [--company ID]',
    summary:
      'Stop sending orders to payment providers. What is ordered meanwhile is taken and waits; what was sent is still asked for, and what providers tell is still heard.',
    options: { reason: 'Why; the doctor shows it.', mode: eitherMode, company: anyCompany },
    run: byService(async () => (await import('./cli-payments.ts')).stopPayments),
  },
  {
    name: 'payments resume',
    isGrave: true,
    usage: 'tenor payments resume [--mode live|test] [--company ID] [--confirm]',
    summary:
      'Send orders again: first those that waited. After a restore it lists what differs from what the providers have, and goes on only when that is confirmed.',
    options: { mode: eitherMode, company: anyCompany },
    flags: { confirm: 'What differs after a restore was looked at.' },
    run: byService(async () => (await import('./cli-payments.ts')).resumePayments),
  },
  {
    name: 'payments resolve',
    isGrave: true,
    usage:
      'tenor payments resolve --order KEY (--happened ID | --never) --by NAME --reason TEXT [--mode live|test] [--company ID]',
    summary:
      'Say what became of an order of which nobody knows, after looking at the provider. Who said it is kept. Nothing is sent again: whoever wants the money makes another payment.',
    options: {
      order: 'Its key, as the provider was given it.',
      happened: "The provider's id: it has the order.",
      by: 'Who has looked.',
      reason: 'What was seen.',
      mode: 'live or test; test if not given.',
      company: 'Needed where there are several.',
    },
    flags: { never: 'The provider does not have it, and never will.' },
    run: byService(async () => (await import('./cli-payments.ts')).resolvePayment),
  },
];

const routing: readonly Command[] = [
  {
    name: 'routing load',
    usage: 'tenor routing load FILE',
    summary:
      'Load the list of banks of the clearing house (lines of 155 characters), in place of the one before. Instruments get the names of their banks from it, and a routing number that is not on it is refused.',
    options: {},
    run: byService(async () => (await import('./cli-routing.ts')).loadRouting),
  },
];

/** `backup verify` comes before `backup`, because the first command whose name fits the words is taken. */
const keeping: readonly Command[] = [
  {
    name: 'backup verify',
    usage: 'tenor backup verify FILE',
    summary:
      'Read a backup from end to end and say what is in it and whether it is as it was written. Needs no database. Without the encryption key it finds damage, but not a change made on purpose.',
    options: {},
    run: byService(async () => (await import('./cli-backup.ts')).verifyBackup),
  },
  {
    name: 'backup',
    usage: 'tenor backup FILE [--force]',
    summary:
      'Write all data of both modes, as it is at one moment, into a compressed file while the service goes on. "-" writes to standard output. The encryption key is not in it: keep a copy of that elsewhere.',
    options: {},
    flags: { force: 'Replace a file of that name.' },
    run: byService(async () => (await import('./cli-backup.ts')).backUp),
  },
  {
    name: 'restore',
    isGrave: true,
    usage: 'tenor restore FILE',
    summary:
      'Bring a backup into an empty database: the one of DATABASE_URL, or a new one in DATA_DIR. Needs the encryption key of the database that was backed up. All or nothing; a backup of an older Tenor is brought up to date.',
    options: {},
    run: byService(async () => (await import('./cli-backup.ts')).restore),
  },
  {
    name: 'database upgrade',
    isGrave: true,
    usage: 'tenor database upgrade [--old-binaries DIR]',
    summary:
      'Bring DATA_DIR over from the PostgreSQL of an earlier Tenor to the one that comes with this. Stop the service first. The old database is kept beside the new one; interrupted, it can be run again.',
    options: { 'old-binaries': 'Where bin/postgres of the old major version is; found by itself in the usual places.' },
    run: byService(async () => (await import('./cli-database.ts')).upgrade),
  },
  {
    name: 'database distribute',
    isGrave: true,
    usage: 'tenor database distribute [--dry-run]',
    summary:
      'Spread the tables over the Citus cluster of DATABASE_URL, each by its class. Interrupted, it can be run again; later migrations spread their new tables by themselves.',
    options: {},
    flags: { 'dry-run': 'Print what would be done, and do nothing.' },
    run: byService(async () => (await import('./cli-database.ts')).distributeTables),
  },
  {
    name: 'encryption rotate',
    isGrave: true,
    usage: 'tenor encryption rotate',
    summary:
      'Change the encryption key, while services run. With the embedded database it draws the new key itself; with DATABASE_URL set ENCRYPTION_KEY to it and ENCRYPTION_KEY_PREVIOUS to the one before, restart every service, then run this. Repeat it when it was interrupted: it goes on.',
    options: {},
    run: byService(async () => (await import('./cli-encryption.ts')).rotateByHand),
  },
  {
    name: 'person erase',
    isGrave: true,
    usage: 'tenor person erase ID [--mode live|test] [--company ID] [--yes] [--even-with-open-loans]',
    summary:
      'Erase a borrower for good: names, contacts, identities and payment instruments can never be read again. Loans and their books stay. Backups made before still hold the person: delete them when their time has come.',
    options: { mode, company },
    flags: {
      yes: 'Do not ask.',
      'even-with-open-loans': 'Also a borrower who still owes something, or may.',
    },
    run: byService(async () => (await import('./cli-person.ts')).erasePerson),
  },
];

const looking: readonly Command[] = [
  {
    name: 'doctor',
    usage: 'tenor doctor [--json] [--strict]',
    summary:
      'Look at the installation and say what is wrong and what to do about it. Changes nothing, and works whether the service runs or not: an embedded database that nobody runs is started for the look. Ends with 0 where nothing is wrong, with 1 where something is; with --strict also for warnings.',
    options: {},
    flags: { ...asJson, strict: 'Warnings count like errors.' },
    run: async (values) => (await import('./cli-doctor.ts')).doctor(values),
  },
  verifying,
  verifyingAudit,
  mailbox,
];

const importing = (what: 'people' | 'loans', holds: string, load: () => Promise<Run<ClientConfig>>): Command => ({
  name: `import ${what}`,
  usage: `tenor import ${what} FILE [--errors FILE] [--anew] [--url URL] [--key KEY]`,
  summary: `Send a file of JSON lines, ${holds}, to a running service and show how it goes. FILE may be - for what is piped in. The same file sent again within a day goes on with the import that it began; what is there already stays as it is. The exit code is 1 when a line failed.`,
  options: {
    errors: 'Where the lines that failed are written to, as JSON lines; the first ten are printed if not given.',
    ...clientOptions,
  },
  flags: { anew: 'Begin a new import, although this file was sent before.' },
  run: byClient(load),
});

const asking: readonly Command[] = [
  {
    name: 'listen',
    usage: 'tenor listen [--forward-to URL] [--secret SECRET] [--events a,b] [--after ID] [--url URL] [--key KEY]',
    summary:
      'Print events as they happen, and post them to a URL of yours as a webhook would. It asks a running service until Ctrl-C; when that restarts, it goes on where it was.',
    options: {
      'forward-to': 'Where each event is posted to, signed; tried again three times.',
      secret: 'Signs what is posted: base64 of 32 bytes. One is made and shown if not given.',
      events: 'Only these types, such as person.created,contact.*',
      after: 'Begins with what came after the event with this id; with what happens from now on if not given.',
      url: clientOptions.url,
      key: 'An API key that may list events; TENOR_API_KEY if not given.',
    },
    run: byClient(async () => (await import('./cli-listen.ts')).listen),
  },
  importing('people', 'a person in each', async () => (await import('./cli-import.ts')).importPeople),
  importing('loans', 'a person or a loan in each', async () => (await import('./cli-import.ts')).importLoans),
];

export const commandGroups: readonly CommandGroup[] = [
  { title: 'Run the service', commands: running },
  { title: 'Companies, keys and users', commands: access },
  { title: 'Look at an installation', commands: looking },
  { title: 'Copy, move and change what is stored', commands: keeping },
  { title: 'Use a service that runs', commands: asking },
  { title: 'Payments and banks', commands: [...payments, ...routing, ...bankFiles, ...ach] },
  { title: 'Compute a loan, without a service', commands: calculating },
  { title: 'Check contacts, without a service', commands: compliance },
  { title: 'Check files for credit agencies, without a service', commands: metro2 },
];

export const commands: readonly Command[] = commandGroups.flatMap((group) => group.commands);

function workersOf(given: string | undefined, { workers }: Config): number {
  if (given === undefined) return workers;
  const { config, wrong } = readSettings({ WORKERS: given });
  if (wrong.length > 0) throw new WrongUse(wrong.join('\n').replace('WORKERS', '--workers'));
  return config.workers;
}
