import { SESSION_TEXTS } from './play-sessions.texts.ts'

/** Of the play log and the timer. */
export const PLAY_LOG_TEXTS = {
  durationForm: 'Write it as 1h 30m, 1:30, 1.5 or 90 min',
  durationHint: '1h 30m, 1:30, 1.5 or 90 min',
  sessionNotSaved: 'Failed to save the session',
  sessionNotDeleted: 'Failed to delete the session',
  notMerged: 'Failed to merge the sessions',
  notRestored: 'Failed to restore the sessions',
  playthroughNotSaved: 'Failed to save the playthrough',
  playthroughNotDeleted: 'Failed to delete the playthrough',
  notLoaded: 'Sessions and playthroughs could not be loaded. What you logged is safe.',
  smallerTotal: 'You set a total that is less than your sessions add up to.',
  merged: (game: string, duration: string) => `${game}: merged into one session of ${duration}`,
  mergedHow: 'On the last of their days, with all notes.',
  sessionsNotLoaded: 'The sessions could not be loaded.',
  noSessions: 'Nothing dated yet. Add a session, press “30 min” after playing, or start the timer.',
  timerNotStarted: 'Failed to start the timer',
  timerRuns: (game: string) => `Your timer is already running for ${game}`,
  timerNotStopped: 'Failed to stop the timer',
  tooShort: 'Less than a minute, so nothing was logged',
  stoppedElsewhere: 'This timer was stopped elsewhere',
  inMinutes: `${SESSION_TEXTS.tooLong}. For minutes write 90 min.`,
  timerVeryLong: (duration: string) =>
    `The timer shows ${duration}, which is very long. It may have been left running.`,
} as const
