import { PEOPLE_SWITCHES } from '#features/notifications/settings.texts.ts'
import { defineNotification, onlyActor } from '#shared/notification.ts'

export const NEW_FOLLOWER = defineNotification({
  type: 'new_follower',
  predicateOf: () => 'followed you',
  hrefOf(line) {
    const actor = onlyActor(line)
    return actor ? `/profile/${actor}` : '/profile/friends?list=followers'
  },
  switch: { group: PEOPLE_SWITCHES, order: 30, label: 'New followers', hint: 'Somebody follows you' },
})
