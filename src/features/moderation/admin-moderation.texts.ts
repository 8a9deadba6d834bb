import { SENT_WITHOUT_NAME } from '#shared/sentences.ts'
export const ADMIN_HELD_TEXTS = {
  about: 'Texts that only their authors see until you publish them. They wait by the waiting rules.',
  none: 'Texts that must wait appear here, the longest waiting first.',
  joined: (date: string) => `Joined ${date}`,
  links: 'Its links lead to',
  declineText: 'It stays visible to its author alone, who reads your reason.',
  declineHint: SENT_WITHOUT_NAME,
  published: 'Everybody sees it now',
  failed: 'Nothing was changed',
} as const

export const HOLD_RULES_TEXTS = {
  about:
    'Which texts wait for a moderator before others see them: threads, posts, comments, public reviews, shared lists, what members write about themselves, and messages to members who do not know the sender. Texts of moderators never wait.',
  saved: 'Rules saved',
  notSaved: 'The rules were not saved',
  notLoaded: 'The rules could not be loaded.',
  first: 'First texts',
  firstText:
    'The first texts of a new account wait. Threads, posts, comments, reviews and lists that others see count.',
  firstDays: 'For accounts younger than (days)',
  firstTexts: 'How many texts',
  zero: '0 turns this rule off.',
  links: 'Links',
  linksText: 'Texts that name or link to an address of the web wait.',
  linksSetting: 'FORUM_HOLD_LINKS is on: links in the forum wait, too, until a member has three visible texts there.',
  words: 'Words',
  wordsText:
    'Texts with one of these words wait, however old the account is. One word or phrase per line; capitals do not matter.',
  wordsLabel: 'Words and phrases',
} as const
