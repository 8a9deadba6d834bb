import { DISABLE_TEXTS } from '#features/admin/admin.texts.ts'
import type { SubjectKind } from '#shared/subject.ts'
import type { Outcome, ReportReason } from './reports.rules.ts'

const NOTE_HINT = 'Optional. It is sent unchanged.'

export const CANNOT_BE_REPORTED = 'This cannot be reported'
const ADMIN_WILL_LOOK = 'An admin will look at it.'
export const REPORT_THANKS = `Thank you. ${ADMIN_WILL_LOOK}`
export const ALREADY_REPORTED = `You have reported this already. ${ADMIN_WILL_LOOK}`
export const OWN_ITEM = 'You cannot report your own content'
export const TEXT_TOO_LONG = '500 characters or less'
export const REASON_MISSING = 'Choose a reason'

export const REASON_WORDS: Record<ReportReason, { name: string; text: string }> = {
  spam: { name: 'Spam', text: 'Advertising, or the same content over and over' },
  harassment: { name: 'Harassment', text: 'Attacks or threatens somebody' },
  hate: { name: 'Hate', text: 'Against people for who they are' },
  sexual: { name: 'Sexual content', text: 'Does not belong on a page about games' },
  spoiler: { name: 'Spoiler', text: 'Reveals a story without a warning' },
  other: { name: 'Something else', text: 'Say below what it is' },
}

/** Returns the name of a kind of subject for admins; `kind` is missing when the browser does not know it. */
export const kindName = (kind: SubjectKind | undefined): string => kind?.name ?? 'content'

const NOTIFIED = 'NAME is notified.'

/** An action of which the author is notified. */
export type ReportOutcomeNotice = 'hide' | 'warn' | 'put back'

/**
 * Returns the notification for the author: the item (by its beginning, if the author may have several), the admin's
 * action, and the admin's text.
 */
export function sentenceFor(
  outcome: ReportOutcomeNotice,
  { name, isQuoted = true, hiddenSentence = 'Only you and admins see it.' }: SubjectKind,
  { text, note }: { text: string | null; note: string | null },
): string {
  const it = `your ${name}${isQuoted && text !== null ? ` ${quoted(text)}` : ''}`
  if (outcome === 'warn') return `An admin has sent a warning about ${it}: ${note}`
  const done =
    outcome === 'hide'
      ? `An admin has hidden ${it}. ${hiddenSentence}`
      : `An admin has put ${it} back. Others see it again.`
  return note === null ? done : `${done} ${note}`
}

/** The number of quoted characters (code points). */
const QUOTED = 60

/** Isolates a text, so that its writing direction does not affect its surroundings. */
export const bidiIsolated = (text: string): string => `\u2068${text}\u2069`

/** Returns the beginning of the text on one line. */
function quoted(text: string): string {
  const characters = [...text.replace(/\s+/g, ' ').trim()]
  const beginning = characters.length > QUOTED ? `${characters.slice(0, QUOTED).join('')}…` : characters.join('')
  return `“${bidiIsolated(beginning)}”`
}

/** An admin's choice for an item: an outcome for its reports, or putting its content back. */
export type Choice = Outcome | 'put back'

/** The questions to an admin, and the messages afterwards; NAME is the author, KIND the kind of item. */
export const CHOICE_WORDS: Record<
  Choice,
  { title: string; text: string; label: string; done: string; note: { label: string; hint: string } | null }
> = {
  keep: {
    title: 'Keep this KIND?',
    text: 'Nothing changes, and its reports are closed. NAME is not notified.',
    label: 'Keep',
    done: 'Kept',
    note: null,
  },
  hide: {
    title: 'Hide this KIND?',
    text: `From now on only NAME and admins see it. ${NOTIFIED}`,
    label: 'Hide',
    done: 'Hidden',
    note: { label: 'A message to NAME', hint: NOTE_HINT },
  },
  warn: {
    title: 'Warn NAME?',
    text: 'The KIND stays as it is, and its reports are closed.',
    label: 'Warn',
    done: 'Warned',
    note: { label: 'What NAME should know', hint: 'It is sent unchanged, without your name.' },
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
    text: `Everybody who could see it before sees it again. ${NOTIFIED}`,
    label: 'Put back',
    done: 'Put back',
    note: { label: 'A message to NAME', hint: NOTE_HINT },
  },
}

/** Of refused decisions. */
export const DECISION_REFUSALS = {
  alreadyHidden: 'It is already deleted or hidden. “Keep” closes its reports.',
  notHidden: 'It is deleted, or no longer hidden.',
  authorGone: 'Its author’s account is deleted.',
  notReported: 'Nobody has reported this.',
  alreadyAnswered: (by: string) => `${by} has answered these reports already.`,
} as const
