/** The query key of the shelves that the viewer has made, apart from their queries: every write of the library has it. */
export const ownShelvesKey = ['library', 'own-shelves'] as const
