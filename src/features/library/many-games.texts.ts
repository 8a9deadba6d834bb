/** Of changes of several games. */
export const MANY_TEXTS = {
  addedAlready: 'All of these games are already in your library',
  sameRating: 'They had this rating already',
  samePlaythrough: 'They had this platform and these dates already',
  playthrough: (games: string) => `For the current playthrough of ${games}. An empty field changes nothing.`,
  remove: 'Remove from library? Your progress for these games will be deleted.',
} as const
