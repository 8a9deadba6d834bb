import { tooLongText } from '#shared/sentences.ts'
import { MAX_PLAYTHROUGHS, type MergeProblem, SESSION_NOTE_LENGTH } from './play-sessions.rules.ts'

/** The question for the duration of a session. */
export const HOW_LONG = 'How long did you play?'

/** The label of the reason for which a playthrough was dropped. */
export const WHY_DROPPED = 'Why you dropped it'

const STOP_OTHER = 'Stop it before you start another one.'

/** Validation errors of sessions and playthroughs, on the server and in the forms. */
export const SESSION_TEXTS = {
  dayTooEarly: 'A day cannot be before 1970',
  dateForm: 'A date is a year, a month or a day: 2012, 2012-05 or 2012-05-17',
  dateTooEarly: 'A date cannot be before 1970',
  dayInFuture: 'This day is in the future',
  tooShort: 'A session is at least 1 minute',
  tooLong: 'A session is at most 24 hours',
  noteTooLong: (most: number) => tooLongText('A note', most),
  reasonTooLong: (most: number) => tooLongText('A reason', most),
  bookmarkTooLong: (most: number) => tooLongText('This line', most),
  tooManyHours: (most: number) => `Play time cannot be more than ${most} hours`,
  endsFirst: 'It cannot end before it started',
  stopOther: STOP_OTHER,
  playthroughMissing: 'This playthrough does not exist',
  tooManyPlaythroughs: `A game can have at most ${MAX_PLAYTHROUGHS} playthroughs`,
  notADate: 'This is not a valid date',
  wholeMinutes: 'A duration is whole minutes',
  noChange: 'There is nothing to change',
  finishLevel: 'This is not a finish level',
  kind: 'This is not a kind of playthrough',
  missing: 'This session does not exist',
  mergeFinal: 'This merge can no longer be undone',
  playthroughEndsFirst: 'A playthrough cannot end before it started',
  unfinished: 'An unfinished playthrough has no last day',
  timerRuns: `You already have a timer. ${STOP_OTHER}`,
  noTimer: 'No timer is running',
  timerTooLong: 'This timer has been running for very long. How long did you really play?',
} as const

export const MERGE_PROBLEMS: Record<MergeProblem, string> = {
  few: 'Choose two or more sessions to merge',
  playthroughs: 'Only sessions of the same playthrough can be merged',
  long: 'A session can be at most 24 hours, and these are longer together',
  note: `Their notes together are longer than ${SESSION_NOTE_LENGTH} characters`,
}
