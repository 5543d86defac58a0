/** The rooms of the guard in their order: each imports from itself and from those before it, types included. */
export const rooms: readonly string[] = ['places', 'rules', 'asked', 'kinds', 'verdict', 'naive', 'golden', 'laws'];
