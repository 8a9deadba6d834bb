import { COPIES_MAX } from './copies.rules.ts'
import { OWN_SHELVES_MAX, SHELVES_OF_GAME_MAX, type ShelfColor } from './own-shelves.rules.ts'
import type { FinishLevel, Origin, PartialDay } from './play-sessions.rules.ts'

// The parts of an entry that an import can add.

export interface ImportedPlaythrough {
  platform: string | null
  started_on: PartialDay | null
  finished_on: PartialDay | null
  finish_level: FinishLevel
  is_replay: boolean
  /** Names the playthrough in its file, for its sessions. Only files that are our own have this and the marks. */
  key?: string
  is_paused?: boolean
  drop_reason?: string
}

/** A shelf of the member's own, with the place of the game on it. */
export interface ImportedShelf {
  name: string
  color: string
  is_shown: boolean
  is_queue: boolean
  shelf_position: number
  added_at: string | null
  position: number | null
}

/** A shelf itself. */
export type ShelfFacts = Omit<ImportedShelf, 'added_at' | 'position'>
export type ShelfName = Pick<ImportedShelf, 'name' | 'is_queue'>

/** Whether the member has this shelf of a file: names are compared without case, and there is one queue. */
const isHeld = (given: ShelfName, held: readonly ShelfName[]): boolean =>
  held.some((one) => (given.is_queue ? one.is_queue : one.name.toLowerCase() === given.name.toLowerCase()))

/** Returns the shelf that a tag of another tracker becomes: private, behind the others. */
export const shelfOfTag = (name: string): ImportedShelf => ({
  name,
  color: 'grey' satisfies ShelfColor,
  is_shown: false,
  is_queue: false,
  shelf_position: LAST_SHELF,
  added_at: null,
  position: null,
})
/** The place of a new shelf that its file does not order. */
export const LAST_SHELF = 1000

/** The shelves of a member, and those that the games of a batch will make. */
export type ShelfRoom = ShelfName[]

/**
 * Returns the shelves on which a game is put, and how many do not fit: a game is on at most 50, and a member has at most
 * 100, of which the queue is none. Adds those that have to be made to `room`.
 */
export function shelvesFor(
  given: readonly ImportedShelf[],
  held: readonly ShelfName[],
  room: ShelfRoom,
): { shelves: ImportedShelf[]; surplus: number } {
  const wanted = given.filter((one, at) => !isHeld(one, held) && !isHeld(one, given.slice(0, at)))
  const shelves: ImportedShelf[] = []
  for (const one of wanted) {
    const isThere = isHeld(one, room)
    const isRoom = one.is_queue || room.filter(({ is_queue }) => !is_queue).length < OWN_SHELVES_MAX
    if (held.length + shelves.length >= SHELVES_OF_GAME_MAX || !(isThere || isRoom)) continue
    if (!isThere) room.push(one)
    shelves.push(one)
  }
  return { shelves, surplus: wanted.length - shelves.length }
}

/** A copy that a file names. Without a medium it counts as digital: most trackers that name none list stores. */
export interface ImportedCopy {
  platform: string | null
  store: string | null
  edition: string | null
  is_physical: boolean
  got_on: PartialDay | null
  price: number | null
  currency: string | null
  lent_to: string | null
  lent_on: PartialDay | null
}
export type CopyFacts = Pick<ImportedCopy, 'platform' | 'store' | 'edition' | 'is_physical' | 'got_on'>

/**
 * Returns the copies that an entry lacks, and how many do not fit. A copy of the file is one of the entry when no fact of
 * the two differs; unknown ones do not. Two alike in the file are two copies, of which an entry may have one.
 */
export function copiesFor(
  given: readonly ImportedCopy[],
  own: readonly CopyFacts[],
): { copies: ImportedCopy[]; surplus: number } {
  const left = [...own]
  const take = (isOne: (copy: CopyFacts) => boolean) => {
    const at = left.findIndex(isOne)
    if (at !== -1) left.splice(at, 1)
    return at !== -1
  }
  // Equal ones first, so that a copy of which little is known does not take the place of another one.
  const others = given.filter((copy) => !take((one) => COPY_FACTS.every((fact) => isEqual(copy[fact], one[fact]))))
  const missing = others.filter((copy) => !take((one) => COPY_FACTS.every((fact) => agree(copy[fact], one[fact]))))
  const copies = missing.slice(0, Math.max(0, COPIES_MAX - own.length))
  return { copies, surplus: missing.length - copies.length }
}

const COPY_FACTS = ['platform', 'store', 'edition', 'is_physical', 'got_on'] as const
type Fact = string | boolean | null
const isEqual = (a: Fact, b: Fact): boolean =>
  typeof a === 'string' && typeof b === 'string' ? a.toLowerCase() === b.toLowerCase() : a === b
const agree = (a: Fact, b: Fact): boolean => a === null || b === null || isEqual(a, b)

/** A play session of our own export. */
export interface ImportedSession {
  /** The key of its playthrough. */
  playthrough: string
  played_on: string
  minutes: number
  note: string | null
  origin: Origin
  /** An ISO text. */
  ended_at: string
}

/** A point of the history of an entry. */
export interface ImportedPoint {
  at: string
  play_time: number
  completion_percentage: number
  /** What no play session of that time accounts for; may be below 0. */
  undated_hours: number
}

/** What an import adds to the past of an entry. */
export interface Ledger {
  sessions: readonly ImportedSession[]
  history: readonly ImportedPoint[]
}
/** How long each of them is: a plan needs no more. */
export type LedgerSize = Record<keyof Ledger, { readonly length: number }>

/** So many points of the history of one game an import adds. */
export const MAX_IMPORTED_POINTS = 5000
/** So many sessions of one game an import adds. */
export const MAX_IMPORTED_SESSIONS = 5000
