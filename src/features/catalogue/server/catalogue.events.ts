import { defineEvent } from '#server/events.ts'
import type { GameId, UserId } from '#shared/ids.ts'

interface MergedGames {
  /** The game that goes, and the one that stays. */
  from: GameId
  to: GameId
  /** The name of the game that goes. */
  name: string
  /** Those who have the game that goes in their library, in order; their entries of both games are locked. */
  members: readonly UserId[]
}

/**
 * An admin merges a game into another one (decision 0119). Published in the transaction of the merge, while both games
 * exist: each feature moves its rows of `from` to `to`. Constraints of parts of an entry are checked at the commit, so the
 * order in which entries and their parts move does not matter. Where a member has both, the parts of both are then at `to`.
 */
export const gameMerging = defineEvent<MergedGames>('game merging')

/**
 * All rows of the game have moved, and the game still exists. Each feature now removes or recounts what it could not
 * while the parts were moving.
 */
export const gameMerged = defineEvent<MergedGames>('game merged')

/**
 * An admin splits two games that were merged (decision 0122). Published in the transaction of the split, when the game that
 * went is there again: each feature puts its rows back with `putBack`. `members` are those whose entries and reviews the
 * merge has changed. Constraints of parts of an entry are checked at the commit.
 */
export const gameSplitting = defineEvent<MergedGames>('game splitting')

/** All rows are back. Each feature now computes again what follows from them. */
export const gameSplit = defineEvent<MergedGames>('game split')

/**
 * A member had a text about both games of a merge where there is room for one. Published in the same transaction with the
 * text that does not stay, so that the journal keeps it. `title` says what it is; a private text stays private.
 */
export const textSetAside = defineEvent<{
  userId: UserId
  gameId: GameId
  title: string
  text: string
  writtenAt: Date
}>('text set aside')
