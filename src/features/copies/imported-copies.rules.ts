import type { PartialDay } from '#features/play-log/play-sessions.rules.ts'
import { foldName } from '#shared/text.ts'
import { COPIES_MAX } from './copies.rules.ts'

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
): { copies: ImportedCopy[]; overLimit: number } {
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
  return { copies, overLimit: missing.length - copies.length }
}

const COPY_FACTS = ['platform', 'store', 'edition', 'is_physical', 'got_on'] as const
type Fact = string | boolean | null
const isEqual = (a: Fact, b: Fact): boolean =>
  typeof a === 'string' && typeof b === 'string' ? foldName(a) === foldName(b) : a === b
const agree = (a: Fact, b: Fact): boolean => a === null || b === null || isEqual(a, b)
