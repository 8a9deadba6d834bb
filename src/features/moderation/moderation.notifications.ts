import { defineNotification, type SwitchGroup, subjectPage } from '#shared/notification.ts'

const MODERATION_SWITCHES: SwitchGroup = {
  title: 'Moderation',
  text: 'When the team has decided about something of yours, or about your report.',
  order: 50,
}

export const MODERATION = defineNotification({
  type: 'moderation',
  predicateOf: ({ sentence }) => sentence ?? 'The team of this site has looked at something',
  hrefOf: (line, subject) => subjectPage(line, subject),
  icon: 'shield',
  isFolded: false,
  switch: {
    group: MODERATION_SWITCHES,
    order: 10,
    label: 'Words from moderators',
    hint: 'Something of yours was hidden, or you are asked to mind the rules',
  },
})
