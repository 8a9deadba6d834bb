import { SHARED_SWITCHES } from '#features/notifications/settings.texts.ts'
import { defineNotification, subjectPage, theSubject, yourSubject } from '#shared/notification.ts'

export const NEW_COMMENT = defineNotification({
  type: 'comment',
  predicateOf: (line, subject) => `commented on ${yourSubject(line, subject)}`,
  hrefOf: (line, subject) => subjectPage(line, subject, 'comments'),
  switch: { group: SHARED_SWITCHES, order: 30, label: 'Comments', hint: 'Somebody comments on what you shared' },
})

export const NEW_REPLY = defineNotification({
  type: 'comment_reply',
  predicateOf: (line, subject) => `replied to your comment on ${theSubject(line, subject)}`,
  hrefOf: (line, subject) => subjectPage(line, subject, 'comments'),
  switch: { group: SHARED_SWITCHES, order: 35, label: 'Replies', hint: 'Somebody replies to a comment of yours' },
})
