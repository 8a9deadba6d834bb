import { DISABLE_TEXTS } from '#features/admin/admin.messages.ts'
import type { ReportedType } from '#shared/reported.ts'
import type { Outcome, ReportReason } from './reports.rules.ts'

export const ALREADY_REPORTED = 'You have reported this already. An admin will look at it.'
export const OWN_ITEM = 'You cannot report what is your own'
export const TEXT_TOO_LONG = '500 characters or less'
export const REASON_MISSING = 'Choose a reason'

export const REASON_WORDS: Record<ReportReason, { name: string; text: string }> = {
  spam: { name: 'Spam', text: 'Advertising, or the same over and over' },
  harassment: { name: 'Harassment', text: 'Attacks or threatens somebody' },
  hate: { name: 'Hate', text: 'Against people for who they are' },
  sexual: { name: 'Sexual content', text: 'Does not belong on a page about games' },
  spoiler: { name: 'Spoiler', text: 'Gives a story away without a warning' },
  other: { name: 'Something else', text: 'Say below what it is' },
}

export const KIND_WORDS: Record<ReportedType, string> = {
  profile: 'profile',
  activity: 'activity',
  comment: 'comment',
  message: 'message',
}

/** What is done to something that its author is told of. */
export type ReportOutcomeNotice = 'hide' | 'warn' | 'put back'

/** What the author is told: which it was, by its beginning (a profile is one), what was done, and the admin's words. */
export function sentenceFor(
  deed: ReportOutcomeNotice,
  type: ReportedType,
  { text, note }: { text: string | null; note: string | null },
): string {
  const it = `your ${KIND_WORDS[type]}${type === 'profile' || text === null ? '' : ` ${quoted(text)}`}`
  if (deed === 'warn') return `An admin has a word about ${it}: ${note}`
  const done =
    deed === 'hide'
      ? `An admin has hidden ${it}. ${type === 'message' ? 'Only you see it.' : 'Only you and admins see it.'}`
      : `An admin has put ${it} back: others see it again.`
  return note === null ? done : `${done} ${note}`
}

/** Characters (code points) of what is quoted. */
const QUOTED = 60

/** So that a text of another direction does not turn what stands around it. */
export const bidiIsolated = (text: string): string => `\u2068${text}\u2069`

/** In one line. */
function quoted(text: string): string {
  const characters = [...text.replace(/\s+/g, ' ').trim()]
  const beginning = characters.length > QUOTED ? `${characters.slice(0, QUOTED).join('')}…` : characters.join('')
  return `“${bidiIsolated(beginning)}”`
}

/** What an admin may choose for an item: an answer to its reports, or the way back from one. */
export type Choice = Outcome | 'put back'

/** What an admin is asked, and what is said when it is done; NAME is the author, KIND the kind of item. */
export const CHOICE_WORDS: Record<
  Choice,
  { title: string; text: string; label: string; done: string; note: { label: string; hint: string } | null }
> = {
  keep: {
    title: 'Keep this KIND?',
    text: 'Nothing changes, and its reports are closed. NAME is not told.',
    label: 'Keep',
    done: 'Kept',
    note: null,
  },
  hide: {
    title: 'Hide this KIND?',
    text: 'From now on only NAME and admins see it. NAME is told.',
    label: 'Hide',
    done: 'Hidden',
    note: { label: 'A word to NAME', hint: 'Optional. It is sent as it is.' },
  },
  warn: {
    title: 'Warn NAME?',
    text: 'The KIND stays as it is, and its reports are closed.',
    label: 'Warn',
    done: 'Warned',
    note: { label: 'What NAME should know', hint: 'It is sent as it is, without your name.' },
  },
  disable: {
    title: 'Disable the account of NAME?',
    text: DISABLE_TEXTS.text,
    label: 'Disable account',
    done: 'Account disabled',
    note: { label: 'Reason', hint: DISABLE_TEXTS.reasonHint },
  },
  'put back': {
    title: 'Put this KIND back?',
    text: 'Whoever could see it before sees it again. NAME is told.',
    label: 'Put back',
    done: 'Put back',
    note: { label: 'A word to NAME', hint: 'Optional. It is sent as it is.' },
  },
}
