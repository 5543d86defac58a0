// What the rooms of lines alone need of their product.
export { drawPurposes, statementsMax } from '#capabilities/products/index.ts';
export { DrawAgreement, type LineAgreement } from './line/agreement.ts';
export { amountsOf } from './line/amounts.ts';
export { drawAfter, drawChanges } from './line/draw-changes.ts';
export { asFact, lineFacts, lineTermsOf, ownBooks, ownPosition, ownState } from './line/own-books.ts';
export { notDueOf } from './line/refund-splits.ts';
export { changedSpending } from './line/spending.ts';
export { termsOfDraw } from './line/terms-of-draw.ts';
