/** The kind under which external ids of draws are kept. */
export const drawKind = 'draw';

/** The most draws that a line may have in its books: each costs a little with every statement. */
export const drawsMax = 500;
