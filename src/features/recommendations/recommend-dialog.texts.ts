import type { Answer } from './recommendations.rules.ts'

export const RECOMMEND_TEXTS = {
  title: (game: string) => `Recommend ${game}`,
  to: 'To',
  find: 'Find a friend',
  line: 'A line for them',
  lineHint: 'Optional. Why this game, why them?',
  recommend: 'Recommend',
  recommending: 'Recommending…',
  choose: 'Choose a friend',
  done: (game: string, friend: string) => `Recommended ${game} to ${friend}`,
  failed: 'It was not recommended',
  before: 'You have recommended it',
  wanted: 'Wants to play it, on your word',
  thanked: 'Has finished it, and thanks you',
  notLoaded: 'Your friends could not be loaded',
  noFriends: 'You can recommend games to your friends. You have none here yet.',
  findPeople: 'Find people',
  nobody: (typed: string) => `None of your friends is called “${typed}”`,
  more: 'Show more friends',
  undone: 'The recommendation is withdrawn',
  notUndone: 'It could not be withdrawn',
} as const

export const ANSWER_TEXTS: Record<Answer, string> = {
  backlog: 'To my backlog',
  no: 'Thanks, no',
  thanks: 'Finished it: thanks',
  hide: 'Hide',
}

export const TRAY_TEXTS = {
  title: 'Recommended to you',
  recommends: 'recommends',
  added: (game: string) => `${game} is in your backlog`,
  declined: (game: string) => `No to ${game}. Nobody is told.`,
  thanked: (name: string) => `${name} is told that you finished it`,
  hidden: (game: string) => `${game} is hidden. Nobody is told.`,
  failed: 'Your answer was not saved',
  report: 'Report',
  moreOf: (game: string) => `More about the recommendation of ${game}`,
  reportName: 'this recommendation',
  more: (count: number) => `Show ${count} more`,
  older: 'Show older ones',
} as const
