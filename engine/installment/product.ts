// The installment loan as a product.

import { type Product, productOf } from '../account/product.ts';
import { installmentRules } from './replay.ts';
import type { Position } from './state.ts';
import type { Terms } from './terms.ts';

export const installment: Product<Terms, Position> = productOf('installment', installmentRules);
