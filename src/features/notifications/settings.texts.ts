import type { SwitchGroup } from '#shared/notification.ts'

// The parts of Settings, Notifications that belong to no feature alone.

export const PEOPLE_SWITCHES: SwitchGroup = {
  title: 'People',
  text: 'They appear here, under the bell.',
  order: 10,
}

export const SHARED_SWITCHES: SwitchGroup = {
  title: 'Your activity',
  text: 'How friends and followers respond to what you play and log, and what you earn.',
  order: 20,
}

export const GAME_SWITCHES: SwitchGroup = {
  title: 'Games',
  text: 'What happens to the games in your library.',
  order: 30,
}
