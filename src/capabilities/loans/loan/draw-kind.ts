/** The kind under which external ids of draws are kept. */
export const drawKind = 'draw';

/** So many draws a line may have in its books: each costs a little with every statement. */
export const drawsMax = 500;
