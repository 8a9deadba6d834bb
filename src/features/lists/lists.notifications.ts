import { GAME_SWITCHES } from '#features/notifications/settings.texts.ts'
import { defineNotification, subjectPage } from '#shared/notification.ts'
import { NEW_GAMES_HINT } from './new-games.texts.ts'

export const NEW_GAMES = defineNotification({
  type: 'new_games',
  predicateOf: ({ sentence }) => sentence ?? NEW_GAMES_HINT,
  hrefOf: (line, subject) => subjectPage(line, subject),
  icon: 'list',
  isFolded: false,
  switch: { group: GAME_SWITCHES, order: 30, label: 'Smart lists', hint: NEW_GAMES_HINT },
})
