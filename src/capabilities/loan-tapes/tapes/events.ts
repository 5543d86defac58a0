import type { Emit } from '#platform/events/emit.ts';
import { defineEvent } from '#platform/events/event-kind.ts';
import { DateOnly, StringEnum, Text } from '#platform/input/schemas.ts';
import { tapeStates } from '../states.ts';
import type { LoanTapeRow } from '../tables.ts';

export const loanTapeChanged = defineEvent({
  type: 'loan.tape.changed',
  summary: 'A loan tape was started, was left at its host, or has come to its end.',
  subject: 'company',
  fields: {
    loanTapeId: Text({ max: 12 }),
    loanTapeTypeId: Text({ max: 12 }),
    state: StringEnum(tapeStates),
    asOf: DateOnly,
  },
});

type Told = Pick<LoanTapeRow, 'id' | 'loan_tape_type_id' | 'state' | 'as_of'>;

export const tellTape = (emit: Emit, companyId: string, { id, loan_tape_type_id, state, as_of }: Told): void =>
  emit(loanTapeChanged, companyId, { loanTapeId: id, loanTapeTypeId: loan_tape_type_id, state, asOf: as_of });
