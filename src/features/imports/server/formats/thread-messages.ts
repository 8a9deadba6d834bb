import type { Refusal } from '#shared/refusal.ts'
import type { Preset } from '../../imported-record.rules.ts'
import type { Mapping } from '../../mapping.rules.ts'
import type { OpenedImport } from './open-import.ts'

/** What the thread that reads a file begins with. */
export interface FileOfThread {
  bytes: Uint8Array
  name: string
  now: Date
  mapping?: Mapping | undefined
  /** The format that the member has chosen. */
  as?: Preset | undefined
  /** Describes the columns also of a table whose mapping is given. */
  isDescribed?: boolean | undefined
}

/** What the main thread learns first. */
export type OpenedFile = Pick<OpenedImport, 'preset' | 'unstored' | 'mapped' | 'recognised'> & { hasItems: boolean }

export type RowKind = 'rows' | 'records' | 'items'

/**
 * What the main thread asks next. It may ask whether the rows are few, for the next rows of an iteration, whose number it chooses
 * (the answer has no rows at the end), or for the file itself, after which it asks nothing more.
 */
export type Question = { ask: 'few rows' } | { ask: 'rows'; of: RowKind; iteration: number } | { ask: 'file' }

/** What the thread answers: first that the file is open, then one answer to each question. */
export type Answer =
  | { value: unknown }
  | { refusal: Pick<Refusal, 'kind' | 'code' | 'message' | 'extras'> }
  | { error: unknown }
