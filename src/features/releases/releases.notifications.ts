import { GAME_SWITCHES } from '#features/notifications/settings.texts.ts'
import { defineNotification } from '#shared/notification.ts'

/** What a notification means; the notification itself names the game. */
const RELEASE_OUT = 'A game that you want to play is out today'

export const GAME_RELEASED = defineNotification({
  type: 'release',
  predicateOf: ({ sentence }) => sentence ?? RELEASE_OUT,
  hrefOf: ({ subject }) => (subject ? `/game/${subject.id}` : '/releases'),
  icon: 'calendar',
  isFolded: false,
  switch: { group: GAME_SWITCHES, order: 10, label: 'Releases', hint: RELEASE_OUT },
})
