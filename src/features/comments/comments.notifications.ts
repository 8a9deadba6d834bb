import { SHARED_SWITCHES } from '#features/notifications/settings.texts.ts'
import { defineNotification, subjectPage, yourSubject } from '#shared/notification.ts'

export const NEW_COMMENT = defineNotification({
  type: 'comment',
  predicateOf: (line, subject) => `commented on ${yourSubject(line, subject)}`,
  hrefOf: (line, subject) => subjectPage(line, subject, 'comments'),
  switch: { group: SHARED_SWITCHES, order: 30, label: 'Comments', hint: 'Somebody comments on what you shared' },
})
