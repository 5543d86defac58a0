// The payment instrument that an event's payload shows whole, even when it has been deleted.
import { personSealers } from '#capabilities/people/index.ts';
import type { DeclaredResource } from '#platform/event-views/payload.ts';
import { instrumentRows, openHolder, presentInstrument } from './instrument.ts';
import { PaymentInstrument } from './schemas.ts';

const paymentInstrument: DeclaredResource = {
  name: 'paymentInstrument',
  schema: PaymentInstrument,
  permission: 'payment.instrument:read',
  madeBy: ['payment.instrument.created'],
  isShownBy: ({ fields }) => 'paymentInstrumentId' in fields.properties,
  // An id is unique within its person only, so finding one needs both ids.
  idOf: ({ personId, paymentInstrumentId }) =>
    personId === null || paymentInstrumentId === null ? null : `${personId} ${paymentInstrumentId}`,
  isGone: (thing) => 'deletedAt' in thing && thing.deletedAt !== null,
  async load(reader, vault, keys) {
    const people = [...new Set(keys.map((key) => key.split(' ')[0] as string))];
    const ids = [...new Set(keys.map((key) => key.split(' ')[1] as string))];
    const sealers = await personSealers(reader, vault, people);
    const rows = await reader.rows(
      instrumentRows(reader)
        .where('person_id', '=', (eb) => eb.fn.any(eb.val(people)))
        .where('id', '=', (eb) => eb.fn.any(eb.val(ids))),
    );
    return new Map(
      rows.flatMap((row) => {
        const sealer = sealers.get(row.person_id);
        if (sealer === undefined) return [];
        return [[`${row.person_id} ${row.id}`, presentInstrument(row, openHolder(sealer, row))] as const];
      }),
    );
  },
};

export const instrumentResources: readonly DeclaredResource[] = [paymentInstrument];
