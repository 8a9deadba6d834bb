import type { ImportField } from '../../../mapping.rules.ts'

/**
 * The meaning of a column: a field; 'note' adds it to the notes under its name; 'fact' describes the game and is known
 * to the catalogue; 'own' is read by the preset itself; 'unstored' has no place in the app.
 */
export type ColumnUse = ImportField | 'note' | 'fact' | 'own' | 'unstored'

/** Returns the value of a key that the table itself has. */
export const ownValue = <T>(table: Readonly<Record<string, T>> | undefined, key: string): T | undefined =>
  table && Object.hasOwn(table, key) ? table[key] : undefined

/** The columns of a file and what each means. */
export interface Columns {
  names: readonly string[]
  uses: readonly (ColumnUse | undefined)[]
  /** The place of each name in lower case; of the first one if a name repeats. */
  places: ReadonlyMap<string, number>
}

const placesOf = (names: readonly string[]) =>
  new Map(names.map((name, at) => [name.trim().toLowerCase(), at] as const).toReversed())

/** Returns columns with the given meanings, in the order of the header. */
export const columnsWith = (names: readonly string[], uses: Columns['uses']): Columns => ({
  names,
  uses,
  places: placesOf(names),
})

/** Returns the columns of a header in the terms of a format. The first of two columns with one name counts. */
export function columnsOf(
  header: readonly string[],
  { columns }: { columns: Readonly<Record<string, ColumnUse>> },
): Columns {
  const places = placesOf(header)
  const uses = header.map((name, at) => {
    const key = name.trim().toLowerCase()
    return places.get(key) === at ? ownValue(columns, key) : undefined
  })
  return { names: header, uses, places }
}
