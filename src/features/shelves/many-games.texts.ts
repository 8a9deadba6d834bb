import { gamesText, plural } from '#shared/counted.ts'

/** Of changes of several games. */
export const MANY_TEXTS = {
  addedAlready: 'All of these games are already in your library',
  sameRating: 'They had this rating already',
  samePlaythrough: 'They had this platform and these dates already',
  playthrough: (count: number) => `For the current playthrough of ${gamesText(count)}. An empty field changes nothing.`,
  remove: 'Remove from library? Your progress for these games will be deleted.',
  restStayed: (count: number) =>
    `${gamesText(count)} stayed, because you have changed ${plural(count, 'it', 'them')} since`,
} as const
