import { tooLongText } from '#shared/sentences.ts'
import { MOST_PLAYTHROUGHS } from './play-sessions.rules.ts'

/** The question for the duration of a session. */
export const HOW_LONG = 'How long did you play?'

/** The label of the reason for which a playthrough was dropped. */
export const WHY_DROPPED = 'Why you dropped it'

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
  tooManyHours: (most: number) => `Play time cannot be more than ${most} hours`,
  endsFirst: 'It cannot end before it started',
  stopOther: 'Stop it before you start another one.',
  playthroughMissing: 'This playthrough does not exist',
  tooManyPlaythroughs: `A game can have at most ${MOST_PLAYTHROUGHS} playthroughs`,
} as const
