import { foldName } from '#shared/text.ts'
import { OWN_SHELVES_MAX, SHELVES_OF_GAME_MAX, type ShelfColor } from './own-shelves.rules.ts'

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

/** Whether the member has this shelf of a file: names are compared as `foldName` does, and there is one queue. */
const isHeld = (given: ShelfName, held: readonly ShelfName[]): boolean =>
  held.some((one) => (given.is_queue ? one.is_queue : foldName(one.name) === foldName(given.name)))

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
export type MemberShelves = ShelfName[]

/**
 * Returns the shelves on which a game is put, and how many do not fit: a game is on at most 50, and a member has at most
 * 100, of which the queue is none. Adds those that have to be made to `existing`.
 */
export function shelvesFor(
  given: readonly ImportedShelf[],
  held: readonly ShelfName[],
  existing: MemberShelves,
): { shelves: ImportedShelf[]; overLimit: number } {
  const wanted = given.filter((one, at) => !isHeld(one, held) && !isHeld(one, given.slice(0, at)))
  const shelves: ImportedShelf[] = []
  for (const one of wanted) {
    const isThere = isHeld(one, existing)
    const mayMake = one.is_queue || existing.filter(({ is_queue }) => !is_queue).length < OWN_SHELVES_MAX
    if (held.length + shelves.length >= SHELVES_OF_GAME_MAX || !(isThere || mayMake)) continue
    if (!isThere) existing.push(one)
    shelves.push(one)
  }
  return { shelves, overLimit: wanted.length - shelves.length }
}
