/** The kind under which external ids of draws are kept. */
export const drawKind = 'draw';
