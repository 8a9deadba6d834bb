import { planImport } from '../../../src/features/imported-games/imported.rules.ts'
import type { ImportedRecord } from '../../../src/features/imports/imported-record.rules.ts'
import { DEFAULT_RULES, valuesOf } from '../../../src/features/imports/imports.rules.ts'
import type { OpenedImport } from '../../../src/features/imports/server/formats/open-import.ts'
import { IMPORT_NOW, readImport } from '../import-files.ts'
import type { Stated, WrittenFile } from './library.ts'
import * as loose from './loose-cells.ts'
import * as more from './more-trackers.ts'
import { type Random, randomOf } from './random.ts'
import { writeSheet } from './sheets.ts'
import * as trackers from './trackers.ts'
import { writeWorkbook } from './workbooks.ts'

/**
 * What became of a row: it is as the file states, it asks, a fact is missing, a fact is different, or the row is not there.
 */
export type Verdict = 'right' | 'asks' | 'lost' | 'wrong' | 'refused'

export const WRITERS: readonly ((random: Random) => WrittenFile)[] = [
  ...[
    writeSheet,
    writeSheet,
    writeSheet,
    writeSheet,
    writeSheet,
    writeSheet,
    writeSheet,
    writeSheet,
    writeWorkbook,
    writeWorkbook,
  ],
  ...[trackers.playniteOwnColumns, trackers.playniteScript, trackers.playniteCamel, trackers.playniteJson],
  ...[trackers.howLongToBeat, trackers.grouveeCsv, trackers.grouveeJson, more.backloggdFlags, more.backloggdScraped],
  ...[more.backloggdJson, more.steamLibrary, more.steamAnswer, more.ownJson, more.ownJson, more.notion, more.yamtrack],
  ...[more.tickBoxes, more.tickBoxes, more.crowd, more.archives],
  ...[loose.statusCells, loose.unknownColumns, loose.synonyms, loose.yearSheets, loose.nestedJson, loose.textList],
]

/** Writes the file with this number. The same number is the same file. */
export function fileOf(n: number): WrittenFile {
  const random = randomOf(n * 7919 + 17)
  const write = WRITERS[n % WRITERS.length] as (typeof WRITERS)[number]
  return write(random)
}

export interface Row {
  verdict: Verdict
  /** The facts that are missing or different, with what the file states and what arrived. */
  faults: string[]
}

/** Reads a written file through the front door, with the mapping that is guessed, and compares each row. */
export async function rowsOf(file: WrittenFile): Promise<Row[]> {
  let records: readonly ImportedRecord[]
  let asks: Asks
  try {
    const read = await readImport(file.bytes, file.name)
    records = read.records
    asks = asksOf(read)
  } catch (error) {
    return file.stated.map(() => ({ verdict: 'refused', faults: [String(error).slice(0, 120)] }))
  }
  return file.stated.map((stated) => rowOf(stated, records, asks))
}

/** What the file asks before anything is written: the fields that a question is about. */
type Asks = ReadonlySet<string>
const asksOf = ({ mapped }: Pick<OpenedImport, 'mapped'>): Asks =>
  new Set((mapped?.questions ?? []).flatMap(({ about }) => about.map((field) => FACTS[field] ?? field)))
/** The answer about a column of ticks may be a shelf. */
const FACTS: Record<string, string> = { last_played: 'lastPlayed', tick: 'tags', liked: 'isLiked' }

const plain = (title: string) => title.replace(/[™®©]/g, '').replace(/\s+/g, ' ').trim().normalize('NFC')

function rowOf(stated: Stated, records: readonly ImportedRecord[], asks: Asks): Row {
  const record = records.find(({ title }) => title === plain(stated.title))
  if (!record) return { verdict: asks.has('title') ? 'asks' : 'refused', faults: [`no record for ${stated.title}`] }
  const found = factsOf(record)
  const faults: string[] = []
  let verdict: Verdict = 'right'
  const worse = (next: Verdict) => {
    const order: Verdict[] = ['right', 'asks', 'lost', 'wrong']
    if (order.indexOf(next) > order.indexOf(verdict)) verdict = next
  }
  for (const [fact, expected] of Object.entries(stated) as [keyof Stated, unknown][]) {
    if (fact === 'title' || isSame(fact, expected, found[fact])) continue
    faults.push(`${fact}: ${JSON.stringify(expected)} → ${JSON.stringify(found[fact])}`)
    if (asks.has(fact)) worse('asks')
    else
      worse(
        found[fact] === null || found[fact] === undefined
          ? 'lost'
          : fact === 'status' && record.status === null
            ? 'lost'
            : 'wrong',
      )
  }
  return { verdict, faults }
}

function factsOf(record: ImportedRecord): Record<keyof Stated, unknown> {
  const plan = planImport(DEFAULT_RULES, [valuesOf(record, IMPORT_NOW)], null)
  const [played] = record.playthroughs
  return {
    title: record.title,
    status: plan?.values.status,
    rating: record.rating,
    hours: record.hours,
    started: played?.started_on ?? null,
    finished: record.playthroughs.find(({ finished_on }) => finished_on)?.finished_on ?? null,
    lastPlayed: record.last_played_at?.slice(0, 10) ?? null,
    platform: record.platforms.join(', ') || null,
    tags: record.tags,
    notes: [record.notes, record.review?.text].filter(Boolean).join('\n') || null,
    isLiked: record.is_liked,
  }
}

function isSame(fact: keyof Stated, expected: unknown, found: unknown): boolean {
  if (fact === 'status') return (expected as unknown[]).includes(found)
  if (fact === 'hours') return Math.abs(Number(expected ?? 0) - Number(found ?? 0)) < 0.02
  if (fact === 'tags') return (expected as string[]).every((tag) => (found as string[]).includes(tag))
  if (fact === 'notes') return expected === null || String(found ?? '').includes(String(expected))
  if (fact === 'isLiked') return expected === (found ?? false)
  if (fact === 'platform') return String(found ?? '') === expected
  return (expected ?? null) === (found ?? null)
}
