import { type RawBuilder, sql } from 'kysely'
import type { Compilable } from './compiled.ts'

/** What `require_row` raises. */
const NO_DATA_FOUND = 'P0002'

/**
 * Makes a write with `returning` fail if it changes no row (decision 0094): its transaction can then send the commit with
 * it, and nothing of it is stored. `isRowMissing` recognizes the error. The write returns its column `id`.
 */
export const requiredRow = <R>(write: RawBuilder<R>): Compilable<R> =>
  sql<R>`
    with changed as (${write})
    select changed.* from (select) as one left join changed on true where require_row(changed.id)`

export const isRowMissing = (error: unknown): boolean => (error as { code?: unknown } | null)?.code === NO_DATA_FOUND
