// The commands that need neither a database nor settings: they look at files, and compute.
import { asJson, type Command, type Given } from './command.ts';

const calcOptions = {
  on: ['DATE', 'A day such as 2027-10-05; that of the last fact if not given.'],
  through: ['DATE', 'A day such as 2027-10-05; that of the last fact if not given.'],
  'known-at': ['MOMENT', 'A moment such as 2027-08-02T00:00:00Z: what was recorded later is left out.'],
} as const;

type CalcOption = keyof typeof calcOptions;
type Calculation = 'schedule' | 'apr' | 'replay' | 'payoff' | 'explain' | 'statement';

const calculation = (what: Calculation, summary: string, taken: readonly CalcOption[]): Command => ({
  name: `calc ${what}`,
  usage: [`tenor calc ${what} FILE`, ...taken.map((name) => `[--${name} ${calcOptions[name][0]}]`), '[--json]'].join(
    ' ',
  ),
  summary: `${summary} FILE is described in engine/calc/format.md; - reads standard input.`,
  options: Object.fromEntries(taken.map((name) => [name, calcOptions[name][1]])),
  flags: asJson,
  run: async (values: Given, words) => (await import('./cli-calc.ts')).calc(what, values, words),
});

export const ach: readonly Command[] = [
  {
    name: 'ach check',
    usage: 'tenor ach check FILE [--json]',
    summary:
      'Say what a bank would refuse in an ACH file, by line and column, and what it adds up to. - reads standard input.',
    options: {},
    flags: asJson,
    run: async (values, words) => (await import('./cli-ach.ts')).checkAch(values, words),
  },
  {
    name: 'ach build',
    usage: 'tenor ach build FILE',
    summary:
      'Print the ACH file of entries that are given as JSON, such as the one by which a bank tests a new sender. ach/format.md describes FILE; - reads standard input.',
    options: {},
    run: async (values, words) => (await import('./cli-ach.ts')).buildAch(values, words),
  },
  {
    name: 'ach send',
    usage:
      'tenor ach send FILE --to PLACE [--name NAME] [--host-key SHA256:…] [--key-file FILE | --password-file FILE]',
    summary:
      'Leave an ACH file with a bank, once: nothing is sent in which the check finds a fault, and a file that is there already stays as it is.',
    options: {
      to: 'A folder, or sftp://user@host/folder.',
      name: 'What the file is called there; as FILE if not given.',
      'host-key': 'The fingerprint of the host, as ssh-keygen -l shows it. Another one is refused.',
      'key-file': 'The private key by which the host lets you in.',
      'password-file': 'A file that holds the password, if there is no key.',
    },
    run: async (values, words) => (await import('./cli-ach-send.ts')).sendAch(values, words),
  },
  {
    name: 'ach days',
    usage: 'tenor ach days DATE [--at MOMENT] [--zone ZONE] [--cut-off HH:MM] [--same-day HH:MM,HH:MM] [--json]',
    summary: 'Say when an entry that is planned for a day leaves and settles, and until when it may come back.',
    options: {
      at: 'When it is ready; now if not given.',
      zone: 'The time zone of the bank that takes the files; America/New_York if not given.',
      'cut-off': 'By when it must be with the bank; 16:00 if not given.',
      'same-day': 'The same for the windows of the same day; none if not given.',
    },
    flags: asJson,
    run: async (values, words) => (await import('./cli-ach.ts')).daysOfAch(values, words),
  },
];

export const compliance: readonly Command[] = [
  {
    name: 'compliance check',
    usage: 'tenor compliance check FILE [--json]',
    summary:
      'Say which contacts of a file the rules would have blocked, by which rule, and when each would have been allowed. guard/format.md describes FILE.',
    options: {},
    flags: asJson,
    run: async (values, words) => (await import('./cli-compliance.ts')).checkCompliance(values, words),
  },
];

export const metro2: readonly Command[] = [
  {
    name: 'metro2 check',
    usage: 'tenor metro2 check FILE [--before FILE] [--json]',
    summary:
      'Say what a credit agency would not take in a Metro 2 file, by line and column: its form, each account, its totals, and what contradicts the file of the month before. docs/metro2.md has the rules. - reads standard input.',
    options: { before: 'The file of the month before; what is between months is not looked at if not given.' },
    flags: asJson,
    run: async (values, words) => (await import('./cli-metro2.ts')).checkMetro2(values, words),
  },
];

export const calculating: readonly Command[] = [
  calculation('schedule', 'Compute the due dates and payments of a loan as agreed.', []),
  calculation('apr', 'Compute the annual percentage rate of a loan as agreed.', []),
  calculation('replay', 'Compute the account of a loan: all that was booked and paid.', ['through', 'known-at']),
  calculation('payoff', 'Compute what pays a loan off on a day.', ['on', 'known-at']),
  calculation('explain', 'Say of each posting of a loan why it was made.', ['through', 'known-at']),
  calculation('statement', 'Show the latest statement of a line of credit on a day.', ['on', 'known-at']),
];
