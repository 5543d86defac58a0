// The statuses of promo programs. What comes of one that is active is in the books, and is no status.
import { Refusal } from '#platform/errors.ts';
import { type Refused, same, start, stateTable } from '#platform/states.ts';
import { promoActivated, promoCanceled, promoCreated, promoUpdated } from '../loan/events.ts';
import { type PromoStatus, promoStatuses } from '../loan/promo-programs.ts';
import { promoErrors } from './errors.ts';

export const isCanceled = (status: PromoStatus): boolean => status === 'canceled';

type RefusedProgram = Refused<PromoStatus, string>;

const forbidden = ({ state, said, allowed }: RefusedProgram): Refusal =>
  new Refusal(promoErrors.PromoProgramStatusForbids, `A promo program that is ${state} cannot be ${said}.`, {
    data: { status: state, allowed },
  });

const isOfTerms = ({ id, said }: RefusedProgram): Refusal =>
  new Refusal(promoErrors.PromoProgramIsOfTerms, `${id} was agreed with the terms, and cannot be ${said} any more.`);

export const promoStates = stateTable({
  name: 'Promo program',
  states: promoStatuses,
  verbs: {
    agree: 'agreed',
    begin: 'begun',
    describe: 'described',
    change: 'changed',
    cancel: 'canceled',
  },
  rows: [
    [start, 'agree', 'pending', { emits: [promoCreated] }],
    ['pending', 'begin', 'active', { emits: [promoActivated] }],
    [promoStatuses, 'describe', same, { emits: [promoUpdated] }],
    ['pending', 'change', same, { emits: [promoUpdated] }],
    ['active', 'change', same, { when: 'hasFact', refuse: isOfTerms, emits: [promoUpdated] }],
    ['pending', 'cancel', 'canceled', { emits: [promoCanceled] }],
    ['active', 'cancel', 'canceled', { when: 'hasFact', refuse: isOfTerms, emits: [promoCanceled] }],
  ],
  refuse: forbidden,
});
