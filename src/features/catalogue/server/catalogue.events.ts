import { defineEvent } from '#server/events.ts'
import type { GameId, UserId } from '#shared/ids.ts'
import type { Moved } from './merging/moved-rows.ts'

/** `from` is the game that goes, `to` the one that stays. */
interface MergedGames extends Moved {
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
 * A member moves an entry to another game, with everything that belongs to it (decision 0130), and undoes it. Published like the four
 * events of merges, with `move`: a feature that subscribes takes only the rows of that member (`isTaken`). Both games stay. A
 * feature whose rows belong to the game, such as its threads, does not subscribe.
 */
export const entryMoving = defineEvent<MergedGames>('entry moving')
export const entryMoved = defineEvent<MergedGames>('entry moved')
export const entryReturning = defineEvent<MergedGames>('entry returning')
export const entryReturned = defineEvent<MergedGames>('entry returned')

/** A text of a member that has no other place. `title` says what it is. */
export interface TextSetAside {
  userId: UserId
  gameId: GameId
  title: string
  text: string
  writtenAt: Date
}

/**
 * Members had texts about both games of a merge or a move where there is room for one, or ticks that the other game lacks. Published
 * in the same transaction, once for all of one kind, with the texts that do not stay, so that the journal keeps them. A private text
 * stays private.
 */
export const textsSetAside = defineEvent<{ texts: readonly TextSetAside[] }>('texts set aside')
