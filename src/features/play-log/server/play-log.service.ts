// What the features that write play logs of many games at once use of this one.
export { type PlaythroughSnapshot, restorePlaythroughs, setPlaythroughs } from './bulk/bulk-playthroughs.queries.ts'
export {
  type ContinuedRow,
  continuePlaythroughs,
  deletePlaythroughs,
  type ImportedPlaythroughRow,
  insertPlaythroughs,
  listPlaythroughsOf,
  pauseAgain,
  restoreContinued,
} from './imported/imported-playthroughs.queries.ts'
export { deleteSessions, insertSessions } from './imported/imported-sessions.queries.ts'
export { insertSyncedSessions, resumePlaythroughs } from './imported/synced.queries.ts'
export { playthroughColumns } from './play-sessions/play-sessions.queries.ts'
export { knownDays } from './play-sessions/play-sessions.view.ts'
export { rateRun } from './play-sessions/playthroughs.service.ts'
export { keepStars, placeInTime } from './play-sessions/run-stars.queries.ts'
export { requirePast } from './play-sessions/write-play-session.ts'
