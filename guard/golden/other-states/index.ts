// The golden cases of the states besides the ten largest, and of what came with the dated changes.
import { phone } from '../given.ts';
import { type GoldenCase, golden } from '../golden-case.ts';
import { agreed, asking, working } from './agreed.ts';
import { alike, limitations, saying } from './alike.ts';
import { borrowerIn, wednesday } from './homes.ts';
import { hours } from './hours.ts';
import { often, oftenInMassachusetts } from './often.ts';

const spoken = { voice: 'ai' } as const;
const californian = { contacts: [phone('phone', '+12135550100')] };

const artificial: readonly GoldenCase[] = [
  golden('FED-TCPA-AI-VOICE', 'A voice made by AI says who calls.', wednesday, borrowerIn('CO'), 'informs', spoken),
  golden('FED-TCPA-AI-VOICE', 'A live voice is not artificial.', wednesday, borrowerIn('CO'), 'silent'),
  golden(
    'CA-AI-VOICE',
    'A voice made by AI says what it is.',
    wednesday,
    borrowerIn('CO', californian),
    'informs',
    spoken,
  ),
  golden('CA-AI-VOICE', 'A live voice is not artificial.', wednesday, borrowerIn('CO', californian), 'silent'),
];

export const otherStates: readonly GoldenCase[] = [
  ...alike,
  ...limitations,
  ...saying,
  ...hours,
  ...often,
  ...oftenInMassachusetts,
  ...agreed,
  ...asking,
  ...working,
  ...artificial,
];
