import * as z from 'zod/mini'
import { contract } from '#shared/contract.ts'
import { ImportId } from '#shared/ids.ts'
import { ENCODINGS } from './file-encodings.rules.ts'
import { LETTER_GRADE } from './grades.rules.ts'
import { IMPORT_FILE_TEXTS } from './import-file.texts.ts'
import { PRESETS } from './imported-record.rules.ts'
import { FieldChange, One } from './imports.contract.ts'
import { DATE_ORDERS, HOURS_UNITS, IMPORT_FIELDS, MEANINGS, QUESTION_KINDS } from './mapping.rules.ts'
import * as endpoints from './recognition.endpoints.ts'

/** Those of a file that is read again: it is small enough. */
const FILE_CODES = Object.keys(IMPORT_FILE_TEXTS).filter((code) => !code.endsWith('too_large'))
const params = z.object({ importId: ImportId })

/** The place of a column. */
const PLACE = z.string().check(z.regex(/^\d{1,4}$/))
/** PostgreSQL stores neither NUL nor half characters. */
const STORABLE = /^[^\p{Cc}\p{Cs}]*$/u

const Mapping = z.object({
  columns: z.record(PLACE, z.enum(IMPORT_FIELDS)),
  statuses: z.record(z.string().check(z.maxLength(200), z.regex(STORABLE)), z.enum(MEANINGS)),
  rating_max: z.number().check(z.minimum(1), z.maximum(1000)),
  hours_unit: z.enum(HOURS_UNITS),
  /** The units of columns that differ, by their place. */
  units: z.optional(z.record(PLACE, z.enum(HOURS_UNITS))),
  date_order: z.enum(DATE_ORDERS),
  /** What grades in letters become, in half stars; 0 for nothing. */
  grades: z.optional(z.record(z.string().check(z.regex(LETTER_GRADE)), z.int().check(z.minimum(0), z.maximum(10)))),
  /** The places of columns of which the cells that are not read are left out; those of the others go into the notes. */
  unread_left_out: z.optional(z.array(z.int().check(z.minimum(0), z.maximum(9999))).check(z.maxLength(1000))),
  is_hollow_no: z.optional(z.boolean()),
  is_share: z.optional(z.boolean()),
  is_cross_no: z.optional(z.boolean()),
  is_decimal_comma: z.optional(z.boolean()),
  /** The encoding of the text, and the part of an archive or a workbook, if the member chooses another one. */
  encoding: z.optional(z.enum(ENCODINGS)),
  part: z.optional(z.string().check(z.maxLength(500), z.regex(STORABLE))),
})

/** What the server has recognised in a file, and what becomes of it. */
const Recognition = z.object({
  preset: z.enum(PRESETS),
  /** The names of columns or keys that say so. */
  signs: z.array(z.string()),
  /** The other trackers as whose file it can be read. */
  others: z.array(z.enum(PRESETS)),
  encoding: z.nullable(z.enum(ENCODINGS)),
  /** The part of an archive or the sheet of a workbook that is read, and all of them. */
  part: z.nullable(z.string()),
  parts: z.array(z.string()),
  /** The columns of a table that the member maps; none for a file of a tracker. */
  columns: z.array(
    z.object({
      name: z.string(),
      filled: z.number(),
      field: z.nullable(z.enum(IMPORT_FIELDS)),
      /** Why it has no field: it is empty, about what others think, or not understood. */
      left_out: z.nullable(z.enum(['empty', 'others', 'unknown'])),
      /** The unit of times. */
      unit: z.nullable(z.enum(HOURS_UNITS)),
      /** The first values, and what each of them becomes, in words. */
      examples: z.array(z.object({ from: z.string(), to: z.nullable(z.string()) })),
    }),
  ),
  /** Columns and keys that are not imported. */
  left_out: z.array(z.string()),
  /** What the file does not say clearly, each for many rows; the mapping has the answers. */
  questions: z.array(
    z.object({
      kind: z.enum(QUESTION_KINDS),
      about: z.array(z.enum(IMPORT_FIELDS)),
      column: z.nullable(z.number()),
      count: z.number(),
      value: z.nullable(z.string()),
      /** Some of the values that it is about. */
      examples: z.array(z.string()),
    }),
  ),
  /** What becomes of the first 2,000 rows. */
  counts: z.object({
    read: z.number(),
    want_to_play: z.number(),
    playing: z.number(),
    completed: z.number(),
    dropped: z.number(),
    skipped: z.number(),
    without_status: z.number(),
    with_losses: z.number(),
  }),
})
export type ImportRecognition = z.infer<typeof Recognition>

const Table = z.object({
  columns: z.array(z.object({ name: z.string(), filled: z.number(), values: z.array(z.string()) })),
  mapping: Mapping,
  /** The first rows as they would be read. */
  rows: z.array(z.object({ row: z.number(), title: z.string(), values: z.array(FieldChange) })),
  recognised: Recognition,
})
export type ImportTable = z.infer<typeof Table>

export const getImportTable = contract(endpoints.getImportTable, {
  access: 'member',
  summary: 'Get the columns of a table that no preset knows, what they may mean, and its first 20 rows',
  params,
  response: Table,
  refusals: { 404: ['import_not_found'], 409: ['import_state'] },
  // Opens the whole file.
  budget: 'write',
})

export const previewImportTable = contract(endpoints.previewImportTable, {
  access: 'member',
  summary: 'Get the first 20 rows of a table as a mapping reads them; stores nothing',
  params,
  body: Mapping,
  response: z.pick(Table, { rows: true, recognised: true }),
  refusals: { 404: ['import_not_found'], 409: ['import_state'] },
})

export const mapImport = contract(endpoints.mapImport, {
  access: 'member',
  summary: 'Set what the columns of a table mean, and begin to read it',
  params,
  body: Mapping,
  response: One,
  refusals: {
    400: ['import_without_titles', ...FILE_CODES],
    404: ['import_not_found'],
    409: ['import_state'],
  },
})

export const getImportRecognition = contract(endpoints.getImportRecognition, {
  access: 'member',
  summary: 'Get what a file was recognised as and why, and what becomes of its columns and rows; until it is written',
  params,
  response: z.object({ recognised: Recognition }),
  refusals: { 404: ['import_not_found'], 409: ['import_state'] },
  // Opens the whole file.
  budget: 'write',
})

export const readImportAgain = contract(endpoints.readImportAgain, {
  access: 'member',
  summary:
    'Read the file of an import as that of another tracker, or as a table whose columns the member maps; forgets its rows',
  params,
  body: z.object({ preset: z.enum(PRESETS) }),
  response: One,
  refusals: {
    400: FILE_CODES,
    404: ['import_not_found'],
    409: ['import_state'],
  },
  budget: 'upload',
})
