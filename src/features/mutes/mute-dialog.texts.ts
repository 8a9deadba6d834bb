import type { FeedKind, MuteSpan } from './mutes.rules.ts'
import { FEED_KIND_TEXTS } from './mutes.texts.ts'

export const SPAN_TEXTS: Record<MuteSpan, string> = {
  day: 'A day',
  week: 'A week',
  month: '30 days',
  ever: 'For good',
}

const OTHERS = 'Badges, challenges and the like'
const kindOf = (kind: FeedKind) => (kind === 'other' ? OTHERS : FEED_KIND_TEXTS[kind])

export const MUTE_TEXTS = {
  about: 'It is left out of what you see: your feed, notifications and suggestions. Nobody is told.',
  what: 'What',
  howLong: 'For how long',
  mute: 'Mute',
  muting: 'Muting…',
  kindBy: (kind: FeedKind, name: string) => `${kindOf(kind)} by ${name}`,
  kindByAll: (kind: FeedKind) => `${kindOf(kind)} by everybody`,
  wordOf: (word: string) => `The word “${word}”`,
  tagOf: (name: string) => `All of ${name}`,
  done: (label: string) => `Muted: ${label}`,
  until: (day: string) => `until ${day}`,
  ever: 'for good',
  notMuted: 'Nothing was muted',
  gone: 'A member who is no longer here',
  goneGame: 'A game that is no longer here',
} as const

export const KINDS_TEXTS = {
  about: (name: string) => `In your feed. ${name} is not told.`,
  rest: OTHERS,
  failed: 'This could not be loaded',
  notSaved: 'Nothing was changed',
  isMuted: (name: string) => `${name} is muted, so you see nothing of theirs.`,
} as const

export const MUTED_LIST_TEXTS = {
  title: 'Muted',
  about:
    'Left out of your feed, notifications and suggestions. Mute people, games and kinds of activity in their menus.',
  none: 'You have muted nothing.',
  safe: 'Your mutes are still in place.',
  word: 'A word',
  wordHint: 'In texts and names of games, in any letter case.',
  muteWord: 'Mute the word',
  unmute: 'Unmute',
  unmuteOf: (label: string) => `Unmute ${label}`,
  unmuted: (label: string) => `No longer muted: ${label}`,
  stillMuted: 'It is still muted',
} as const
