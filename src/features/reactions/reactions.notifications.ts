import { SHARED_SWITCHES } from '#features/notifications/settings.texts.ts'
import { defineNotification, subjectPage, yourSubject } from '#shared/notification.ts'

/** Returns '🏆', '🏆 and ❤️' or '🏆, ❤️ and 🎯'. */
const inWords = (items: readonly string[]): string =>
  items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`

export const NEW_REACTION = defineNotification({
  type: 'reaction',
  predicateOf(line, subject) {
    const { reactions } = line
    const emojis = reactions.length === 0 ? '' : ` with ${inWords(reactions)}`
    return `reacted${emojis} to ${yourSubject(line, subject)}`
  },
  hrefOf: (line, subject) => subjectPage(line, subject),
  switch: { group: SHARED_SWITCHES, order: 10, label: 'Reactions', hint: 'Somebody reacts to what you shared' },
})
