import { DISABLE_TEXTS } from '#features/admin/admin.texts.ts'
import { bidiIsolated, quotedText } from '#shared/quoted-text.ts'
import { SENT_WITHOUT_NAME } from '#shared/sentences.ts'
import type { SubjectKind } from '#shared/subject.ts'
import type { Outcome, ReportReason } from './reports.rules.ts'

const NOTE_HINT = 'Optional. It is sent unchanged.'

export const CANNOT_BE_REPORTED = 'This cannot be reported'
const TEAM_WILL_LOOK = 'The team of this site will look at it, and you will hear how it ended.'
export const REPORT_THANKS = `Thank you. ${TEAM_WILL_LOOK}`
export const ALREADY_REPORTED = `You have reported this already. ${TEAM_WILL_LOOK}`
export const OWN_ITEM = 'You cannot report your own content'
export const TEXT_TOO_LONG = '500 characters or less'
export const REASON_MISSING = 'Choose a reason'

/** Of the form that reports a wrong fact. */
export const FACT_FORM_WORDS = {
  factMissing: 'Choose what is wrong',
  textMissing: 'Say what is wrong and what is right',
  sourceWrong: 'An address that begins with https:// or http://',
} as const

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

/** Admins and moderators: a reader need not know which of them it was. */
const TEAM = 'The team of this site'

const NOTIFIED = 'NAME is notified, and so is who reported it.'

/** An action of which the author is notified. */
export type ReportOutcomeNotice = 'hide' | 'warn' | 'put back'

/**
 * Returns the notification for the author: it names the item (and quotes its beginning, if the author may have several), the
 * decision, and the message of the person who decided.
 */
export function sentenceFor(
  outcome: ReportOutcomeNotice,
  { name, isQuoted = true, hiddenSentence = 'Only you and the team see it.' }: SubjectKind,
  { text, note }: { text: string | null; note: string | null },
): string {
  const it = `your ${name}${isQuoted && text !== null ? ` ${quotedText(text)}` : ''}`
  if (outcome === 'warn') return `${TEAM} has sent a warning about ${it}: ${note}`
  const done =
    outcome === 'hide'
      ? `${TEAM} has hidden ${it}. ${hiddenSentence}`
      : `${TEAM} has put ${it} back. Others see it again.`
  return note === null ? done : `${done} ${note}`
}

/**
 * Returns the notification for who has reported an item: how it ended, without the item's text and without names. A report
 * of a wrong fact names its subject (`title`), and has the note of the admin.
 */
export function sentenceForReporter(
  outcome: Outcome,
  { name, facts }: SubjectKind,
  { title, note }: { title: string | null; note: string | null },
): string {
  const thanks = `Thank you for your report. ${TEAM}`
  if (facts) {
    const it = title === null ? `this ${name}` : bidiIsolated(title)
    const end =
      outcome === 'correct' ? `has corrected what it says about ${it}` : `has looked at ${it} and changed nothing`
    return [`${thanks} ${end}.`, note].filter(Boolean).join(' ')
  }
  const ends: Record<Outcome, string> = {
    keep: 'and left it as it is',
    correct: 'and has corrected it',
    hide: 'and has hidden it',
    warn: 'and has warned its author',
    disable: 'and has disabled the account of its author',
  }
  return `${thanks} has looked at the ${name} ${ends[outcome]}.`
}

/** An admin's choice for an item: an outcome for its reports, or putting its content back. */
export type Choice = Outcome | 'put back'

interface ChoiceWords {
  title: string
  text: string
  label: string
  done: string
  note: { label: string; hint: string } | null
}

const REPORTERS_NOTE = { label: 'A message to who reported it', hint: NOTE_HINT }

const CORRECT: ChoiceWords = {
  title: 'Is this KIND corrected?',
  text: 'Its reports are closed, and who reported it reads that it is corrected.',
  label: 'It is corrected',
  done: 'Corrected',
  note: REPORTERS_NOTE,
}

/** The words of an admin's choice; `hasFacts` of one about a kind of subject whose facts are reported. */
export const choiceWords = (choice: Choice, hasFacts: boolean): ChoiceWords =>
  choice === 'keep' && hasFacts ? LEFT_AS_IT_IS : CHOICE_WORDS[choice]

/** NAME is the author. */
export const PUT_BACK_TEXT = 'Everybody who could see it before sees it again. NAME is notified.'

const LEFT_AS_IT_IS: ChoiceWords = {
  title: 'Leave this KIND as it is?',
  text: 'Its reports are closed, and who reported it reads that nothing was changed.',
  label: 'Leave it',
  done: 'Left as it is',
  note: REPORTERS_NOTE,
}

/** The questions to an admin, and the messages afterwards; NAME is the author, KIND the kind of item. */
const CHOICE_WORDS: Record<Choice, ChoiceWords> = {
  correct: CORRECT,
  keep: {
    title: 'Keep this KIND?',
    text: 'Nothing changes, and its reports are closed. Who reported it is notified, and NAME is not.',
    label: 'Keep',
    done: 'Kept',
    note: null,
  },
  hide: {
    title: 'Hide this KIND?',
    text: `From now on only NAME and the team see it. ${NOTIFIED}`,
    label: 'Hide',
    done: 'Hidden',
    note: { label: 'A message to NAME', hint: NOTE_HINT },
  },
  warn: {
    title: 'Warn NAME?',
    text: 'The KIND stays as it is, and its reports are closed. Who reported it is notified.',
    label: 'Warn',
    done: 'Warned',
    note: { label: 'What NAME should know', hint: SENT_WITHOUT_NAME },
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
    text: PUT_BACK_TEXT,
    label: 'Put back',
    done: 'Put back',
    note: { label: 'A message to NAME', hint: NOTE_HINT },
  },
}

/** Of refused decisions. */
export const DECISION_REFUSALS = {
  noFacts: 'Nobody reports facts of this',
  alreadyHidden: 'It is already deleted or hidden. “Keep” closes its reports.',
  notHidden: 'It is deleted, or no longer hidden.',
  authorGone: 'Its author’s account is deleted.',
  notReported: 'Nobody has reported this.',
  alreadyAnswered: (by: string) => `${by} has answered these reports already.`,
} as const
