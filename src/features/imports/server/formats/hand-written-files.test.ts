import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { planImport } from '#features/imported-games/imported.rules.ts'
import { IMPORT_NOW, readImport } from '#tests/support/import-files.ts'
import type { ImportedRecord } from '../../imported-record.rules.ts'
import { DEFAULT_RULES, valuesOf } from '../../imports.rules.ts'

// Files as people write them, in many languages, and what is to arrive of each row: `expected.tsv`. A question mark stands for what the
// file must ask, and several letters for statuses that are all right.

const FOLDER = new URL('../../../../../tests/support/hand-written-files/', import.meta.url)
const contentOf = (name: string): Buffer => readFileSync(new URL(name, FOLDER))

interface Expected {
  file: string
  title: string
  status: string
  rating: string
  hours: string
  others: string
}

const ROWS: readonly Expected[] = contentOf('expected.tsv')
  .toString()
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => {
    const [file = '', title = '', status = '', rating = '', hours = '', others = ''] = line.split('\t')
    return { file, title, status, rating, hours, others }
  })

const LETTERS: Readonly<Record<string, string>> = {
  completed: 'C',
  playing: 'P',
  want_to_play: 'W',
  dropped: 'D',
}

/** The facts of a record under the names of the column 'others'. */
const othersOf = ({ playthroughs, copies, ...record }: ImportedRecord): Readonly<Record<string, unknown>> => ({
  st: playthroughs[0]?.started_on,
  fi: playthroughs.find(({ finished_on }) => finished_on)?.finished_on,
  lp: record.last_played_at?.slice(0, 10),
  p: record.platforms.join(', ') || null,
  notes: record.notes ?? record.review?.text,
  lik: record.is_liked ?? false,
  runs: playthroughs.length,
  comp: record.completion,
  yr: record.release_year,
  acq: copies[0]?.acquired_on,
  tags: record.tags.join('|'),
})

/** Writes a record as the row that is expected of it, as far as that row says anything. */
function rowOf(expected: Expected, record: ImportedRecord, asked: ReadonlySet<string>): Expected {
  const status = planImport(DEFAULT_RULES, [valuesOf(record, IMPORT_NOW)], null)?.values.status ?? ''
  const letter = LETTERS[status] ?? ''
  const facts = othersOf(record)
  const others = expected.others.split('; ').map((each) => {
    const [key = '', value = ''] = each.split('=')
    const found = String(facts[key] ?? 'null')
    return key === '' ? '' : `${key}=${key === 'notes' && found.includes(value) ? value : found}`
  })
  const isAsked = (field: 'status' | 'rating') => expected[field] === '?' && asked.has(field)
  return {
    ...expected,
    status: isAsked('status') ? '?' : expected.status.includes(letter) ? expected.status : letter,
    rating: isAsked('rating') ? '?' : String(record.rating ?? ''),
    hours: record.hours === null ? '' : closeTo(record.hours, expected.hours),
    others: others.join('; '),
  }
}

const closeTo = (hours: number, expected: string): string =>
  Math.abs(hours - Number(expected)) < 0.02 ? expected : String(hours)

test.each([...Map.groupBy(ROWS, ({ file }) => file)])('%s', async (file, rows) => {
  const reading = readImport(contentOf(file), file)
  const [first] = rows
  if (first?.title === '') return expect(reading).rejects.toMatchObject({ code: first.status })
  const { records, mapped } = await reading
  const asked = new Set((mapped?.questions ?? []).flatMap(({ about }) => about))
  const left = [...records]
  const found = rows.map((row) => {
    const isOnPlatform = ({ platforms }: ImportedRecord) => row.others.includes(`p=${platforms.join(', ')}`)
    const named = left.filter(({ title }) => title === row.title)
    const record = named.find(isOnPlatform) ?? named[0]
    if (!record) return null
    left.splice(left.indexOf(record), 1)
    return rowOf(row, record, asked)
  })
  expect(found).toEqual(rows)
  expect(left.map(({ title }) => title)).toEqual([])
})
