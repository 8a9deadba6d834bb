/** Of a merge of two games that a member has both of. */
export const MERGE_TEXTS = {
  notes: (game: string) => `Notes on ${game}`,
} as const
