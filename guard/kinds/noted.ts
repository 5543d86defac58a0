// What must be said, held or written down, and what a question cannot show: it informs and never blocks.
import { informing, type Kind } from '../asked/saying.ts';
import type { RuleKind } from '../contract.ts';

export const noted: Kind<RuleKind> = (rule) => informing(rule);
