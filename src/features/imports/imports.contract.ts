import * as z from 'zod/mini'
import { GameCard } from '#features/catalogue/catalogue.contract.ts'
import { RULES_OF } from '#features/library/imported-fields.rules.ts'
import { contract, NoContent, pageNumber, Upload } from '#shared/contract.ts'
import { GameId, ImportId } from '#shared/ids.ts'
import { IMPORT_FILE_TEXTS } from './import-file.texts.ts'
import { ITEM_KINDS } from './imported-item.rules.ts'
import { IMPORT_FILE_BYTES, IMPORT_MAX_RECORDS, PRESETS } from './imported-record.rules.ts'
import * as endpoints from './imports.endpoints.ts'
import {
  CONTRADICTION_RULES,
  FILE_NAME_LENGTH,
  GROUP_DECISIONS,
  IMPORT_STATES,
  OUTCOMES,
  REVIEW_RULES,
  ROW_FILTERS,
  ROW_QUESTIONS,
  ROW_STATES,
  SYNC_KINDS,
  TICK_RULES,
  WITHOUT_STATUS,
} from './imports.rules.ts'

/** What becomes of each field and part; the same rules as in the library. */
export const ImportRules = z.object({
  status: z.enum(RULES_OF.status),
  user_rating: z.enum(RULES_OF.user_rating),
  is_liked: z.enum(RULES_OF.is_liked),
  play_time: z.enum(RULES_OF.play_time),
  completion_percentage: z.enum(RULES_OF.completion_percentage),
  last_played_at: z.enum(RULES_OF.last_played_at),
  notes: z.enum(RULES_OF.notes),
  playthroughs: z.enum(RULES_OF.playthroughs),
  shelves: z.enum(RULES_OF.shelves),
  copies: z.enum(RULES_OF.copies),
  review: z.enum(REVIEW_RULES),
  achievements: z.enum(TICK_RULES),
  lists: z.enum(REVIEW_RULES),
  journal: z.enum(TICK_RULES),
  without_status: z.enum(WITHOUT_STATUS),
  contradiction: z._default(z.enum(CONTRADICTION_RULES), 'row'),
})
export type ImportRules = z.infer<typeof ImportRules>

const Counts = z.object({
  total: z.number(),
  new: z.number(),
  changed: z.number(),
  same: z.number(),
  doubtful: z.number(),
  unknown: z.number(),
  skipped: z.number(),
  failed: z.number(),
  /** Rows that an import has written, and those that are undone. */
  applied: z.number(),
  undone: z.number(),
  /** Games that the next import writes. */
  waiting: z.number(),
})

const ItemCounts = z.object({
  kind: z.enum(ITEM_KINDS),
  new: z.number(),
  same: z.number(),
  /** Left out, or failed. */
  skipped: z.number(),
  undone: z.number(),
  /** Those of the new ones that the next import writes. */
  waiting: z.number(),
})

export const Import = z.object({
  id: z.string(),
  file_name: z.string(),
  preset: z.enum(PRESETS),
  /** What a sync with Steam has begun; null for a file of the member. */
  sync: z.nullable(z.enum(SYNC_KINDS)),
  state: z.enum(IMPORT_STATES),
  rules: ImportRules,
  counts: Counts,
  /** What its rows ask, each with how many of them; only while they can be decided. */
  questions: z.array(z.object({ kind: z.enum(ROW_QUESTIONS), count: z.number() })),
  /** Rows that say that a game waits, and that it is finished; the rule `contradiction` answers for all of them. */
  contradictions: z.number(),
  /** What our own export has besides games; of no other file. */
  items: z.array(ItemCounts),
  /** Columns of the file that the app does not import. */
  unstored: z.array(z.string()),
  /** How many rows the job has finished; `total` is null while it reads the file. */
  progress: z.nullable(z.object({ done: z.number(), total: z.nullable(z.number()) })),
  /** Why the file could not be read. */
  error: z.nullable(z.string()),
  is_cancelled: z.boolean(),
  /** One line in the feed says how many games it brought. */
  is_shared: z.boolean(),
  created_at: z.string(),
  finished_at: z.nullable(z.string()),
  undone_at: z.nullable(z.string()),
  /** Until when it can be undone; null when there is nothing to undo. */
  undo_until: z.nullable(z.string()),
})
export type Import = z.infer<typeof Import>

/** A field that the import changes, in words. */
export const FieldChange = z.object({
  field: z.string(),
  before: z.nullable(z.string()),
  after: z.nullable(z.string()),
})
export type FieldChange = z.infer<typeof FieldChange>

export const ImportRow = z.object({
  n: z.number(),
  title: z.string(),
  /** The rows of the file: lines of a table, or places in a list. */
  file_rows: z.array(z.number()),
  /** The year and the platforms that the file names. */
  facts: z.string(),
  /** What the file has in the cells that became facts. */
  said: z.array(z.object({ field: z.string(), text: z.string() })),
  state: z.enum(ROW_STATES),
  outcome: z.nullable(z.enum(OUTCOMES)),
  /** Why the row is left alone, in a sentence. */
  reason: z.nullable(z.string()),
  /** How the game was found, in words. */
  matched_by: z.nullable(z.string()),
  game: z.nullable(GameCard),
  candidates: z.array(GameCard),
  changes: z.array(FieldChange),
  /** What of the row is left out or left alone, and why, each in a sentence. */
  losses: z.array(z.string()),
  can_undo: z.boolean(),
})
export type ImportRow = z.infer<typeof ImportRow>

/** The answer of most endpoints. */
export const One = z.object({ import: Import })
const OneRow = z.object({ row: ImportRow, import: Import })
const params = z.object({ importId: ImportId })
const rowParams = z.object({
  importId: ImportId,
  n: z.coerce.number().check(z.int(), z.minimum(1), z.maximum(IMPORT_MAX_RECORDS)),
})

export const listImports = contract(endpoints.listImports, {
  access: 'member',
  summary: 'List the member’s imports of the last 30 days, newest first',
  response: z.object({ imports: z.array(Import) }),
})

const FILE_CODES = Object.keys(IMPORT_FILE_TEXTS)
const isTooLarge = (code: string) => code.endsWith('too_large')

export const uploadImport = contract(endpoints.uploadImport, {
  access: 'member',
  summary:
    'Upload a file of another tracker (CSV, workbook, JSON, zip) and begin to import it; writes nothing to the library',
  query: z.object({ name: z.string().check(z.trim(), z.minLength(1), z.maxLength(FILE_NAME_LENGTH)) }),
  body: Upload,
  response: One,
  status: 201,
  refusals: {
    400: ['file_missing', ...FILE_CODES.filter((code) => !isTooLarge(code))],
    409: ['import_open'],
    413: FILE_CODES.filter(isTooLarge),
  },
  budget: 'upload',
  upload: { mostBytes: IMPORT_FILE_BYTES, tooLarge: IMPORT_FILE_TEXTS.import_file_too_large },
})

export const getImport = contract(endpoints.getImport, {
  access: 'member',
  summary: 'Get an import with its progress and counts',
  params,
  response: One,
  refusals: { 404: ['import_not_found'] },
})

export const discardImport = contract(endpoints.discardImport, {
  access: 'member',
  summary: 'Delete an import that has written nothing to the library, or is undone',
  params,
  response: NoContent,
  status: 204,
  refusals: { 404: ['import_not_found'], 409: ['import_state'] },
})

export const setImportRules = contract(endpoints.setImportRules, {
  access: 'member',
  summary: 'Set what becomes of fields that both the library and the file have, and plan the import again',
  params,
  body: ImportRules,
  response: One,
  refusals: { 404: ['import_not_found'], 409: ['import_state'] },
})

export const listImportRows = contract(endpoints.listImportRows, {
  access: 'member',
  summary: 'List rows of an import, 50 a page, with what the import does or has done',
  params,
  query: z.object({
    filter: z.catch(z._default(z.enum(ROW_FILTERS), 'all'), 'all'),
    /** Only the rows that ask this. */
    question: z.optional(z.enum(ROW_QUESTIONS)),
    page: pageNumber,
  }),
  response: z.object({ rows: z.array(ImportRow), total: z.number() }),
  refusals: { 404: ['import_not_found'] },
})

export const decideImportRow = contract(endpoints.decideImportRow, {
  access: 'member',
  summary: 'Decide which game a row is, or that it is a game of the member’s own; null leaves the row out',
  params: rowParams,
  body: z.object({
    game_id: z.nullable(GameId),
    /** The row becomes a game of the member's own; `game_id` is null. */
    is_own: z._default(z.boolean(), false),
  }),
  response: OneRow,
  refusals: {
    404: ['import_not_found', 'import_row_not_found', 'game_not_found'],
    409: ['import_state', 'too_many_own_games'],
  },
  // By keyboard a member decides more than one row a second.
  budget: 'import-row',
})

export const decideImportRows = contract(endpoints.decideImportRows, {
  access: 'member',
  summary: 'Decide all rows that ask the same, and plan the import again',
  params,
  body: z.object({ question: z.enum(ROW_QUESTIONS), decision: z.enum(GROUP_DECISIONS) }),
  response: One,
  refusals: { 404: ['import_not_found'], 409: ['import_state', 'too_many_own_games'] },
})

export const applyImport = contract(endpoints.applyImport, {
  access: 'member',
  summary: 'Write the rows that are decided into the library; with `share` one line in the feed says how many games',
  params,
  body: z._default(z.object({ share: z._default(z.boolean(), false) }), { share: false }),
  response: One,
  refusals: { 404: ['import_not_found'], 409: ['import_state', 'import_open', 'import_nothing'] },
})

export const cancelImport = contract(endpoints.cancelImport, {
  access: 'member',
  summary: 'Stop an import that is being written, or its undo; what is written stays, and can be undone',
  params,
  response: One,
  refusals: { 404: ['import_not_found'], 409: ['import_state'] },
})

export const undoImport = contract(endpoints.undoImport, {
  access: 'member',
  summary: 'Undo everything that an import did, except what the member has changed since',
  params,
  response: One,
  refusals: { 404: ['import_not_found'], 409: ['import_state', 'import_open', 'import_undo_expired'] },
})

export const undoImportRow = contract(endpoints.undoImportRow, {
  access: 'member',
  summary: 'Undo what an import did to the game of one row',
  params: rowParams,
  response: OneRow,
  refusals: { 404: ['import_not_found', 'import_row_not_found'], 409: ['import_state', 'import_undo_expired'] },
})
