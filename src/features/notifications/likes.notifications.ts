import { defineNotification, subjectPage, yourSubject } from '#shared/notification.ts'
import { SHARED_SWITCHES } from './settings.texts.ts'

/** Sent by each feature with something that members like. */
export const NEW_LIKE = defineNotification({
  type: 'like',
  predicateOf: (line, subject) => `liked ${yourSubject(line, subject)}`,
  hrefOf: (line, subject) => subjectPage(line, subject),
  switch: { group: SHARED_SWITCHES, order: 20, label: 'Likes', hint: 'Somebody likes what you wrote' },
})
