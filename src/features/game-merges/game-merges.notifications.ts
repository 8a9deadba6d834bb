import { GAME_SWITCHES } from '#features/notifications/settings.texts.ts'
import { defineNotification } from '#shared/notification.ts'

/** What a notification means; the notification itself names the games. */
const GAMES_MERGED = 'Two games of your library that were the same are one now'

export const ENTRIES_JOINED = defineNotification({
  type: 'entries_joined',
  predicateOf: ({ sentence }) => sentence ?? GAMES_MERGED,
  hrefOf: ({ subject }) => (subject ? `/game/${subject.id}` : '/library'),
  icon: 'info',
  isFolded: false,
  switch: { group: GAME_SWITCHES, order: 20, label: 'Merged games', hint: GAMES_MERGED },
})
