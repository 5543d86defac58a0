import Type, { type Static } from 'typebox';
import { Int } from '#platform/input/schemas.ts';

const deposit = Int({ min: 1, max: 99, example: 11, description: 'In cents. The two may be sent in either order.' });

export const InstrumentVerify = Type.Object({ deposit1: deposit, deposit2: deposit }, { title: 'InstrumentVerify' });
export type InstrumentVerify = Static<typeof InstrumentVerify>;
