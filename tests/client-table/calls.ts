// Every call of the two public clients: its path, each field that it sends with its type and one value, and what it reads
// of the answer. `passedOver`: fields that the service names in Ignored-Fields, with the reason.
import type { ClientCall } from './fields.ts';
import { loanCalls } from './loan-calls.ts';
import { moneyCalls } from './money-calls.ts';
import { personCalls } from './person-calls.ts';

export const clientCalls: readonly ClientCall[] = [...personCalls, ...loanCalls, ...moneyCalls];
