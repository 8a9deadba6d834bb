import { LINE_MAX, OPEN_MAX } from './recommendations.rules.ts'

export const RECOMMENDATION_REFUSALS = {
  self: 'You cannot recommend a game to yourself',
  friends: 'You can recommend games to your friends only',
  again: 'You have recommended this game to them before',
  full: `${OPEN_MAX} of your recommendations wait for their answer already`,
  answered: 'You have answered this recommendation already',
  friendAnswered: 'Your friend has answered it already',
  unfinished: 'You have not finished this game yet',
  line: `A line has at most ${LINE_MAX} characters`,
  missing: 'This recommendation is no longer there',
} as const

/** What is stored with the sender's notification. */
export const answeredSentence = (state: 'accepted' | 'thanked', game: string): string =>
  state === 'accepted' ? `wants to play ${game}, which you recommended` : `finished ${game}, and thanks you for it`
