import { PEOPLE_SWITCHES } from '#features/notifications/settings.texts.ts'
import { defineNotification, onlyActor } from '#shared/notification.ts'

export const NEW_MESSAGE = defineNotification({
  type: 'message',
  predicateOf: () => 'wrote to you',
  hrefOf(line) {
    const actor = onlyActor(line)
    return actor ? `/messages?userId=${actor}` : '/messages'
  },
  isDirect: true,
  switch: {
    group: PEOPLE_SWITCHES,
    order: 40,
    label: 'Messages',
    hint: 'Somebody writes to you, until you have read it',
  },
})
