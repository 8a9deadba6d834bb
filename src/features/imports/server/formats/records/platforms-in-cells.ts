import { platformIdOf } from '#features/catalogue/server/sources/platforms.service.ts'
import type { ImportedRecord } from '../../../imported-record.rules.ts'
import { addPlatforms } from './draft.ts'

/** Leaves the spaces around it to those who read a name: a pattern with them is slow in a value of spaces. */
export const LIST = /[;|,]/

/** 'PC / Switch' and 'PS4 & PS5' are two platforms; 'Mac/PC' may be the name of one. */
export function platformsIn(text: string, separator: RegExp): string[] {
  // 'Xbox Series X|S' is one.
  if (text.length <= LONGEST && platformIdOf(text) !== null) return [text]
  const names = text.split(separator).filter((name) => name.trim() !== '')
  return names.flatMap((name) => {
    const isOne = name.length > LONGEST || platformIdOf(name) !== null
    const parts = isOne ? [name] : name.split(BETWEEN_PLATFORMS)
    return parts.length > 1 && parts.every((part) => platformIdOf(part) !== null) ? parts : [name]
  })
}
/** The pattern below is slow in a value of spaces. */
const LONGEST = 200
const BETWEEN_PLATFORMS = /\s*[/&+、，；\n]\s*|\s+(?:and|und|et|y|e|i|и|en|och|then|→|->)\s+/

/** Adds the platform that a column of ticks is named after. Returns whether it is one. */
export function addPlatformOf(record: ImportedRecord, name: string): boolean {
  const isPlatform = platformIdOf(name) !== null
  if (isPlatform) addPlatforms(record, [name])
  return isPlatform
}
