/** The rooms in their order: each imports from itself and from those before it, types included. */
export const rooms: readonly string[] = ['layout', 'write', 'read', 'check', 'month', 'naive', 'laws'];
