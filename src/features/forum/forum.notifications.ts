import { defineNotification, type SwitchGroup, subjectPage } from '#shared/notification.ts'

const FORUM_SWITCHES: SwitchGroup = {
  title: 'Forum',
  text: 'Threads that you have started, replied in or subscribed to.',
  order: 40,
}

export const NEW_MENTION = defineNotification({
  type: 'mention',
  predicateOf: (_line, subject) => `mentioned you in a ${subject?.name ?? 'text'}`,
  hrefOf: (line, subject) => subjectPage(line, subject),
  switch: {
    group: FORUM_SWITCHES,
    order: 10,
    label: 'Mentions',
    hint: 'Somebody writes your name after an @ in the forum',
  },
})

export const FORUM_REPLY = defineNotification({
  type: 'forum_reply',
  predicateOf: () => 'replied in a thread that you follow',
  hrefOf: (line, subject) => subjectPage(line, subject),
  switch: {
    group: FORUM_SWITCHES,
    order: 20,
    label: 'Replies in threads',
    hint: 'Somebody replies in a thread that you follow',
  },
})
