// What the features that write parts of an entry, such as its play log, use of the library.
export {
  type BulkKind,
  deleteBulkChange,
  insertEntries,
  lockUntouchedEntries,
  type RatingSnapshot,
  restoreEntries,
  restoreRatings,
  restoreTimes,
  setRatings,
  setStatuses,
  storeBulkChange,
  touchEntries,
} from '../bulk/bulk.queries.ts'
export { deleteEntries, type EntryState, lockEntries } from '../entries/entries.queries.ts'
export {
  copyEntry,
  hasGame,
  moveHistories,
  renamedGame,
  renameInBulkChanges,
} from '../entries/joined-entries.queries.ts'
export { sendUpdate, updateEntry } from '../entry-updates/entry-updates.queries.ts'
export {
  countAchievements,
  findNewestProgress,
  listAchievementHistory,
  listProgressHistory,
} from '../history/history.queries.ts'
export { type HistoryMoment, recordAchievements, recordProgress, toHundredths } from '../history/progress-history.ts'
export { idsByGame } from '../imported/ids-by-game.ts'
export {
  deleteHistory,
  insertHistory,
  insertImported,
  listSnapshots,
  listUsedEntries,
  raiseEntries,
  restoreImported,
  type SnapshotRow,
  setTotals,
  snapshotOf,
  updateImported,
} from '../imported/imported.queries.ts'
export { insertPoints, listWithHistory } from '../imported/imported-history.ts'
export { followImportedTicks, type TickedGame } from '../imported/imported-ticks.ts'
export { mayWriteLibraryOf } from '../library.policy.ts'
export {
  type EntryKey,
  type EntryRow,
  findEntry,
  type LockedEntry,
  lockEntry,
  lockExistingEntry,
  lockPlaying,
  setStoppedPlaying,
} from '../library.queries.ts'
export { heldBy, isWanted } from '../shelf/shelf-games.queries.ts'
