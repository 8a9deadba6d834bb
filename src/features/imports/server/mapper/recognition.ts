import { planImport } from '#features/imported-games/imported.rules.ts'
import { STATUS_LABELS } from '#features/library/library.rules.ts'
import type { ReadRow } from '../../imported-record.rules.ts'
import type { FieldChange } from '../../imports.contract.ts'
import { DEFAULT_RULES, valuesOf } from '../../imports.rules.ts'
import { FIELD_LABELS } from '../../imports.texts.ts'
import type { ImportField, Mapping } from '../../mapping.rules.ts'
import type { ImportRecognition } from '../../recognition.contract.ts'
import { mappedColumns, readMapped } from '../formats/mapped/mapped-table.ts'
import type { OpenedImport } from '../formats/open-import.ts'
import { latestDay } from '../formats/records/dates.ts'
import { isOfOthers } from '../formats/words/column-names.ts'
import { recordChanges } from './record-changes.ts'

/** So many rows are counted for a preview, and so many values of a column are shown with what they become. */
const MAX_COUNTED = 2000
const EXAMPLES = 3

/** Returns what a file was recognised as and why, what each of its columns becomes, and how many rows become what. */
export async function recognitionOf(opened: OpenedImport, now: Date): Promise<ImportRecognition> {
  const { preset, recognised, mapped, unstored } = opened
  return {
    preset,
    ...recognised,
    columns: mapped?.columns ? columnsOf(mapped.columns, mapped.mapping, now) : [],
    left_out: unstored,
    questions: mapped?.questions ?? [],
    counts: await countsOf(opened.rows(), now),
  }
}

type Described = Pick<NonNullable<NonNullable<OpenedImport['mapped']>['columns']>[number], 'name' | 'filled' | 'values'>

function columnsOf(columns: readonly Described[], mapping: Mapping, now: Date): ImportRecognition['columns'] {
  const header = columns.map(({ name }) => name)
  return columns.map(({ name, filled, values }, at) => {
    const field = mapping.columns[at] ?? null
    const examples =
      field === null
        ? []
        : values.slice(0, EXAMPLES).map((from) => ({ from, to: becomes(header, mapping, at, from, now) }))
    return {
      name,
      filled,
      field,
      left_out: field === null ? whyLeftOut(name, filled) : null,
      unit: unitOf(mapping, at, field),
      examples,
    }
  })
}

const whyLeftOut = (name: string, filled: number) =>
  filled === 0 ? ('empty' as const) : isOfOthers(name) ? ('others' as const) : ('unknown' as const)

const unitOf = (mapping: Mapping, at: number, field: ImportField | null) =>
  field === 'hours' || field === 'playthrough_hours' ? (mapping.units?.[at] ?? mapping.hours_unit) : null

/** Any name of a game: the other columns are shown by themselves. */
const TITLE = 'Any'

/** Returns what one value of a column becomes, in words: that of '36000' is '10 h'. Null if it becomes nothing. */
function becomes(header: readonly string[], mapping: Mapping, at: number, value: string, now: Date): string | null {
  if (mapping.columns[at] === 'title') return value
  const columns = mappedColumns(['title', ...header], shifted(mapping))
  const cells = ['title', ...header].map((_, place) => (place === 0 ? TITLE : place === at + 1 ? value : ''))
  const read = (row: string[]) => readMapped(columns, { line: 1, cells: row }, shifted(mapping), latestDay(now))
  const row = read(cells)
  // A game without a status gets one as well, so that the two rows may say the same.
  if (mapping.columns[at] === 'status' && 'record' in row && row.record.status !== null)
    return `${FIELD_LABELS.status}: ${STATUS_LABELS[row.record.status]}`
  const [with_, without] = [row, read([TITLE])].map((each) => ('record' in each ? recordChanges(each.record, now) : []))
  const known = new Set((without ?? []).map(textOf))
  const found = (with_ ?? []).filter((change) => !known.has(textOf(change)))
  // What a value implies about the status comes after the value itself. A tick says nothing else, and an end is that of a run.
  const isTick = mapping.columns[at] === 'tick'
  const run = mapping.columns[at] === 'finished' && found.find(({ field }) => field === FIELD_LABELS.playthroughs)
  const own = (run || found.find(({ field }) => (field === FIELD_LABELS.status) === isTick)) ?? found[0]
  return own ? textOf(own) : null
}

const textOf = ({ field, after }: FieldChange): string => `${field}: ${after}`

/** The mapping of a table with a column of titles before the others. */
const shifted = (mapping: Mapping): Mapping => {
  const moved = <T>(places: Record<number, T>) =>
    Object.fromEntries(Object.entries(places).map(([at, value]) => [Number(at) + 1, value])) as Record<number, T>
  const others = Object.fromEntries(Object.entries(mapping.columns).filter(([, field]) => field !== 'title'))
  return {
    ...mapping,
    columns: { 0: 'title', ...moved(others as Record<number, ImportField>) },
    ...(mapping.units && { units: moved(mapping.units) }),
  }
}

/** Counts what becomes of the first rows of a file. */
async function countsOf(rows: AsyncIterable<ReadRow>, now: Date): Promise<ImportRecognition['counts']> {
  const counts = {
    read: 0,
    want_to_play: 0,
    playing: 0,
    completed: 0,
    dropped: 0,
    skipped: 0,
    without_status: 0,
    with_losses: 0,
  }
  for await (const row of rows) {
    counts.read += 1
    if ('skipped' in row) counts.skipped += 1
    else {
      const status = planImport(DEFAULT_RULES, [valuesOf(row.record, now)], null)?.values.status
      if (status) counts[status] += 1
      if (row.record.status === null) counts.without_status += 1
      if (row.record.losses.length > 0) counts.with_losses += 1
    }
    if (counts.read === MAX_COUNTED) break
  }
  return counts
}
