import { GAME_SWITCHES } from '#features/notifications/settings.texts.ts'
import { defineNotification } from '#shared/notification.ts'
import { ANSWERED, ANSWERED_HINT, RECOMMENDED_HINT, recommendsSentence } from './recommended.texts.ts'

const gamePage = ({ subject }: { subject: { id: string } | null }) => (subject ? `/game/${subject.id}` : '/')

export const GAME_RECOMMENDED = defineNotification({
  type: 'recommendation',
  predicateOf: ({ subject }) => recommendsSentence(subject?.game?.name),
  hrefOf: gamePage,
  isFolded: false,
  switch: { group: GAME_SWITCHES, order: 40, label: 'Recommendations', hint: RECOMMENDED_HINT },
})

export const RECOMMENDATION_ANSWERED = defineNotification({
  type: 'recommendation_answer',
  predicateOf: ({ sentence }) => sentence ?? ANSWERED,
  hrefOf: gamePage,
  isFolded: false,
  switch: { group: GAME_SWITCHES, order: 50, label: 'Answers to recommendations', hint: ANSWERED_HINT },
})
