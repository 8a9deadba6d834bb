import { defineNotification, subjectPage } from '#shared/notification.ts'

export const NEW_NOTE = defineNotification({
  type: 'new_note',
  predicateOf: () => 'wrote a note for you',
  hrefOf: (line, subject) => subjectPage(line, subject),
  switch: {
    group: { title: 'Notes', text: 'What others write down for you.', order: 35 },
    order: 10,
    label: 'Notes for you',
    hint: 'Somebody writes a note for you',
  },
})
