import { normaliseForSearch } from '#features/catalogue/search-name.rules.ts'
import type { Encoding } from '../../file-encodings.rules.ts'
import type { ImportedItem } from '../../imported-item.rules.ts'
import type { Preset, ReadRow } from '../../imported-record.rules.ts'
import type { FileQuestion, Mapping } from '../../mapping.rules.ts'
import { bestPartOf, jsonFormatOf, readableAs, sameTracker, tableIn, tableOf, withJoined } from './detect.ts'
import { questionsOf, unreadIn } from './mapped/ask-about.ts'
import { guessMapping } from './mapped/guess-mapping.ts'
import { guessDateOrder, guessScale } from './mapped/guess-units.ts'
import { mappedColumns, mappedRows } from './mapped/mapped-table.ts'
import { type ColumnSurvey, surveyTable } from './mapped/survey-table.ts'
import { darkadiaRows } from './presets/darkadia.ts'
import { isNeodb, neodbRows } from './presets/neodb.ts'
import { withBeside } from './reading/beside-tables.ts'
import { itemsOf } from './reading/json-lists.ts'
import { type FileContent, readImportFile } from './reading/read-file.ts'
import { refuseFile } from './reading/refuse-file.ts'
import { withSections } from './reading/sections.ts'
import { withStacked } from './reading/stacked-tables.ts'
import type { Table } from './reading/table.ts'
import { withTransposed } from './reading/transposed.ts'
import { type Columns, columnsOf } from './records/columns.ts'
import { latestDay } from './records/dates.ts'
import type { Writing } from './records/draft.ts'
import { joined, refuseTooManyRows } from './records/join-records.ts'
import { JSON_WRITING, type JsonFormat } from './records/json-format.ts'
import { storable } from './records/json-values.ts'
import { readTableRow, type TableFormat } from './records/table-format.ts'

/** An opened file. Nothing of it is stored yet. */
export interface OpenedImport {
  preset: Preset
  /**
   * The columns, or the keys of the first item, that the app does not import; once for the whole file. Facts about
   * games are not among them.
   */
  unstored: string[]
  /**
   * The mapping of a table that no preset recognises, and its columns and what is asked about them, unless the mapping was
   * given; null for the others.
   */
  mapped: { columns: ColumnSurvey[] | null; questions: FileQuestion[]; mapping: Mapping } | null
  recognised: Recognised
  /** Reads the file row by row, without joining, for a preview. */
  rows: () => AsyncGenerator<ReadRow>
  /** Reads what is not about one game; undefined for a file that has games alone. */
  items?: () => AsyncGenerator<ImportedItem>
  /**
   * Refuses a file of more rows than an import may have, and, on the way, one that is damaged. Does not read a table whose lines
   * are fewer.
   */
  requireFewRows: () => Promise<void>
  /** Reads the whole file twice and joins the rows of one game. */
  records: () => AsyncGenerator<ReadRow>
}

/** What a file was recognised as, and what else it could be. */
export interface Recognised {
  /** Names of columns or keys that say so, at most ten. */
  signs: string[]
  /** The other trackers as whose file it can be read. */
  others: Preset[]
  /** The encoding in which a text was read. */
  encoding: Encoding | null
  /** The part of an archive, or the sheet of a workbook, that was read, and all of them. */
  part: string | null
  parts: string[]
}

interface Options {
  now: Date
  /** The mapping that a member has changed. With it, a table is read as 'mapped' even if a preset knows it. */
  mapping?: Mapping
  /** The format that the member has chosen. */
  as?: Preset
  /** Describes the columns also of a table whose mapping is given. */
  isDescribed?: boolean
}

/**
 * Opens an uploaded file: recognises its tracker by its header, its JSON or its entries, and otherwise guesses what its
 * columns mean. Refuses by name what cannot be read. The time (`now`) limits dates.
 */
export async function openImport(bytes: Uint8Array, name: string, options: Options): Promise<OpenedImport> {
  const { mapping } = options
  const as = mapping ? 'mapped' : options.as
  const upload = await readImportFile(bytes, name, mapping?.encoding)
  const files = upload.kind === 'zip' ? withJoined(upload.files) : [upload]
  const parts = files.map((file) => file.name)
  const writing = { ...JSON_WRITING, latest: latestDay(options.now) }
  if (isNeodb(parts) && (as ?? 'neodb') === 'neodb') return opened('neodb', [], () => neodbRows(files, writing))
  if (upload.kind !== 'zip') return openContent(upload, { ...options, as })
  const part = bestPartOf(files, { as, part: mapping?.part })
  const found = await openContent(part, { ...options, as })
  const more = await Promise.all(
    sameTracker(files, part, found.preset).map((file) => openContent(file, { ...options, as: found.preset })),
  )
  return { ...withMore(found, more), recognised: { ...found.recognised, part: part.name, parts } }
}

/** Adds the games that only the other files of the tracker have: an archive may have a table and JSON of one library. */
function withMore(found: OpenedImport, more: readonly OpenedImport[]): OpenedImport {
  if (more.length === 0) return found
  const rows = async function* (): AsyncGenerator<ReadRow> {
    const known = new Set<string>()
    for (const file of [found, ...more]) {
      const titles: string[] = []
      for await (const row of file.rows()) {
        const title = 'record' in row ? normaliseForSearch(row.record.title) || row.record.title : ''
        if (known.has(title)) continue
        titles.push(title)
        yield row
      }
      for (const title of titles) if (title !== '') known.add(title)
    }
  }
  return { ...found, ...opened(found.preset, found.unstored, rows) }
}

const NOTHING_RECOGNISED: Recognised = { signs: [], others: [], encoding: null, part: null, parts: [] }

function opened(
  preset: Preset,
  unstored: string[],
  rows: () => AsyncGenerator<ReadRow>,
  { hasFewLines = () => false }: { hasFewLines?: () => boolean } = {},
): OpenedImport {
  const requireFewRows = async () => {
    if (!hasFewLines()) await refuseTooManyRows(rows())
  }
  return {
    preset,
    unstored,
    mapped: null,
    recognised: NOTHING_RECOGNISED,
    rows,
    requireFewRows,
    records: () => joined(rows),
  }
}

interface ContentOptions extends Omit<Options, 'as'> {
  as: Preset | undefined
}

async function openContent(content: FileContent, options: ContentOptions): Promise<OpenedImport> {
  const found = await (content.kind === 'table'
    ? openTable(content.table, content.name, options)
    : openJson(content, options))
  const others = readableAs(content).filter((preset) => preset !== found.preset)
  const { signs } = found.recognised
  return { ...found, recognised: { ...NOTHING_RECOGNISED, signs, others, encoding: content.encoding } }
}

async function openJson(
  content: Extract<FileContent, { kind: 'json' }>,
  options: ContentOptions,
): Promise<OpenedImport> {
  const { text, outline } = content
  const known = options.as === 'mapped' ? undefined : jsonFormatOf(outline, options.as)
  const writing = { ...JSON_WRITING, latest: latestDay(options.now) }
  if (known) {
    const keys = Object.keys(outline.lists.get(known.list) ?? {}).map(storable)
    const unstored = keys.filter((key) => !known.format.fields.includes(key))
    const found = withSigns(
      opened(known.format.preset, unstored, () => jsonRows(text, known, writing)),
      keys.filter((key) => known.format.fields.includes(key)),
    )
    const { items } = known.format
    return items ? { ...found, items: () => jsonItems(text, items, writing) } : found
  }
  return openTable(tableIn(content) ?? refuseFile('import_json_without_games'), content.name, options)
}

/** Refuses a file that does not look like one of the tracker that the member has chosen. */
function refuseOtherTracker(as: Preset | undefined): void {
  if (as !== undefined && as !== 'mapped') refuseFile('import_other_tracker')
}

const MAX_SIGNS = 10

const withSigns = (found: OpenedImport, signs: readonly string[]): OpenedImport => ({
  ...found,
  recognised: { ...found.recognised, signs: signs.slice(0, MAX_SIGNS) },
})

async function* jsonRows(
  text: Buffer,
  { format, list }: { format: JsonFormat; list: string },
  writing: Writing,
): AsyncGenerator<ReadRow> {
  const { others = {} } = format
  for (const { list: from, place, item } of itemsOf(text, list, ...Object.keys(others)))
    yield* (others[from] ?? format.read)(item, place, writing)
}

async function* jsonItems(
  text: Buffer,
  readers: NonNullable<JsonFormat['items']>,
  writing: Writing,
): AsyncGenerator<ImportedItem> {
  for (const { list, place, item } of itemsOf(text, ...Object.keys(readers))) {
    const read = readers[list]
    if (read) yield read(item, place, writing)
  }
}

async function openTable(table: Table, fileName: string, options: ContentOptions): Promise<OpenedImport> {
  const known = options.as === 'mapped' ? undefined : tableOf(table.header, options.as)
  if (!known) {
    refuseOtherTracker(options.as)
    return openMapped(table, options)
  }
  const format = known.formatOf(table.header, fileName)
  const columns = columnsOf(table.header, format)
  if (!columns.uses.includes('title')) refuseFile('import_other_tracker')
  const signs = table.header.filter((_, at) => columns.uses[at] !== undefined)
  return withSigns(await openKnown(table, format, columns, options.now), signs)
}

async function openKnown(table: Table, format: TableFormat, columns: Columns, now: Date): Promise<OpenedImport> {
  const writing = { ...JSON_WRITING, latest: latestDay(now) }
  if (format.preset === 'darkadia')
    return opened('darkadia', unstoredIn(columns), () => darkadiaRows(table, writing), table)
  if (format.preset === 'playnite' || format.preset === 'infinite-backlog') return openSurveyed(table, format, now)
  return opened(format.preset, unstoredIn(columns), () => tableRows(table, format, columns, writing), table)
}

async function* tableRows(
  table: Table,
  format: TableFormat,
  columns: Columns,
  writing: Writing,
): AsyncGenerator<ReadRow> {
  for await (const row of table.rows()) yield readTableRow(format, columns, row, writing)
}

/**
 * Opens a table of a known tracker whose dates depend on the member's language, and whose unknown columns are guessed
 * by their names.
 */
async function openSurveyed(table: Table, format: TableFormat, now: Date): Promise<OpenedImport> {
  const surveys = await surveyTable(table)
  const known = columnsOf(table.header, format)
  const guessed = format.preset === 'infinite-backlog' ? guessMapping(surveys).columns : {}
  const taken = new Set(known.uses)
  const uses = known.uses.map((use, at) => use ?? (taken.has(guessed[at]) ? undefined : guessed[at]))
  const columns = { ...known, uses }
  const writing: Writing = {
    ...JSON_WRITING,
    dateOrder: guessDateOrder(surveys).value,
    ratingMax: guessScale(surveys[uses.indexOf('rating')]).value,
    latest: latestDay(now),
  }
  return opened(format.preset, unstoredIn(columns), () => tableRows(table, format, columns, writing))
}

async function openMapped(whole: Table, { now, mapping, isDescribed }: ContentOptions): Promise<OpenedImport> {
  const table = await withSections(await withStacked(withBeside(await withTransposed(whole))))
  // Reads the whole table.
  const columns = mapping && !isDescribed ? null : await surveyTable(table)
  const used = mapping ?? guessMapping(columns ?? [], table.partColumn)
  const unstored = unstoredIn(mappedColumns(table.header, used))
  const signs = Object.keys(used.columns).flatMap((at) => table.header[Number(at)] ?? [])
  const found = opened('mapped', unstored, () => mappedRows(table, used, latestDay(now)), table)
  const unread = columns && (await unreadIn(found.rows()))
  const unsurePart = table.isPartUnsure ? table.partColumn : undefined
  const questions = columns && unread ? questionsOf(columns, used, unread, unsurePart) : []
  const mapped = { columns, questions, mapping: used }
  return { ...withSigns(found, signs), mapped }
}

/** Returns the columns without a meaning, and those that the app has no place for. */
const unstoredIn = ({ names, uses }: Columns): string[] =>
  names.filter((name, at) => name !== '' && (uses[at] === undefined || uses[at] === 'unstored'))
