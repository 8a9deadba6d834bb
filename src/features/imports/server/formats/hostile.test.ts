import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { seededRandom } from '#db/seed/seeded-random.ts'
import { MAX_HOURS, NOTES_LENGTH } from '#features/library/library.rules.ts'
import { isPartialDay, MAX_PLAYTHROUGHS, PLATFORM_LENGTH } from '#features/play-log/play-sessions.rules.ts'
import { REVIEW_LENGTH } from '#features/reviews/reviews.rules.ts'
import { Refusal } from '#shared/refusal.ts'
import { lengthOf } from '#shared/text.ts'
import { importFixture, neodbArchive, readImport } from '#tests/support/import-files.ts'
import { zipOf } from '#tests/support/zip.ts'
import { IMPORT_FILE_TEXTS } from '../../import-file.texts.ts'
import { IMPORT_MAX_RECORDS, type ImportedRecord } from '../../imported-record.rules.ts'
import { IMPORT_FIELDS, type Mapping } from '../../mapping.rules.ts'
import { outlineOf } from './reading/json-lists.ts'

/** Throws if a record is outside of the limits of the app. */
function expectWithinLimits(record: ImportedRecord): void {
  const { title, rating, hours, completion, notes, review, playthroughs, copies, rows } = record
  expect(title.trim()).not.toBe('')
  expect(rows.length).toBeGreaterThan(0)
  expect(rating === null || (Number.isInteger(rating) && rating >= 1 && rating <= 10)).toBe(true)
  expect(hours === null || (hours > 0 && hours <= MAX_HOURS)).toBe(true)
  expect(completion === null || (completion >= 0 && completion <= 100)).toBe(true)
  expect(lengthOf(notes ?? '')).toBeLessThanOrEqual(NOTES_LENGTH)
  expect(lengthOf(review?.text ?? '')).toBeLessThanOrEqual(REVIEW_LENGTH)
  expect(playthroughs.length).toBeLessThanOrEqual(MAX_PLAYTHROUGHS)
  for (const { platform } of [...playthroughs, ...copies])
    expect(lengthOf(platform ?? '')).toBeLessThanOrEqual(PLATFORM_LENGTH)
  for (const { started_on, finished_on, finish_level } of playthroughs) {
    for (const day of [started_on, finished_on]) expect(day === null || isPartialDay(day)).toBe(true)
    if (finished_on) expect(finish_level).not.toBe('unfinished')
  }
  // The database stores records as JSON, which must not have NUL or half characters.
  expect(JSON.stringify(record)).not.toMatch(/\\u0000|\\ud[89a-f]/)
  for (const at of [record.added_at, record.last_played_at])
    if (at !== null) expect(new Date(at).toISOString()).toBe(at)
}

test('damaged files never throw anything but a named refusal, and records stay within the limits', async () => {
  const random = seededRandom('damaged imports')
  const names = readdirSync(new URL('../../../../../tests/support/import-fixtures/', import.meta.url))
  const originals = [...names.map(importFixture), neodbArchive()]
  const signs = [0, 9, 10, 13, 34, 44, 45, 46, 48, 57, 59, 91, 92, 93, 123, 125, 255]
  let refusals = 0
  for (let round = 0; round < 400; round += 1) {
    const bytes = Buffer.from(originals[random.whole(0, originals.length - 1)] as Buffer)
    const changes = random.whole(0, 12)
    for (let change = 0; change < changes; change += 1)
      bytes[random.whole(0, bytes.length - 1)] = signs[random.whole(0, signs.length - 1)] as number
    const end = random.chance(0.4) ? random.whole(0, bytes.length) : bytes.length
    const damaged = random.chance(0.1)
      ? Buffer.from(Array.from({ length: random.whole(1, 400) }, () => random.whole(0, 255)))
      : bytes.subarray(0, end)
    try {
      for (const record of (await readImport(damaged, 'export')).records) expectWithinLimits(record)
    } catch (error) {
      if (!(error instanceof Refusal))
        throw new Error(`round ${round}: ${damaged.toString('latin1')}`, { cause: error })
      expect(Object.keys(IMPORT_FILE_TEXTS)).toContain(error.code)
      refusals += 1
    }
  }
  expect(refusals).toBeGreaterThan(20)
})

test('40,000 playthroughs of one game: as many as the library has, the others are losses', async () => {
  const row = 'igdb,game,Tetris,,,,5.0,0h 30min,Completed,2020-01-01,2020-01-02,,\n'
  const header =
    'media_id,source,media_type,title,image,season_number,episode_number,score,progress,status,start_date,end_date,notes,progress_changed\n'
  const rows = Array.from({ length: 40_000 }, () => `100,${row}`).join('')
  const { records } = await readImport(Buffer.from(header + rows), 'yamtrack.csv')
  expect(records).toHaveLength(1)
  const [tetris] = records as [ImportedRecord]
  expectWithinLimits(tetris)
  expect(tetris.rows).toHaveLength(40_000)
  expect(tetris.losses.filter(({ reason }) => reason === 'too-many')).toHaveLength(40_000 - MAX_PLAYTHROUGHS)
  const many = `{"format":"backloggd-transfer","entries":[{"title":"Tetris","log":{},"playthroughs":[${Array.from({ length: 40_000 }, () => '{"start_date":"2020-01-01"}')}]}]}`
  const [transferred] = (await readImport(Buffer.from(many), 'transfer.json')).records as [ImportedRecord]
  expectWithinLimits(transferred)
})

test('a replay count of a billion is 50 playthroughs and a loss', async () => {
  const entry = {
    game: { name: 'Tetris' },
    completion_status: 'completed',
    replay_count: 1_000_000_000,
    hours_played: 1e9,
  }
  const { titled } = await readImport(Buffer.from(JSON.stringify([entry])), 'vglist.json')
  expectWithinLimits(titled('Tetris'))
  expect(titled('Tetris').losses).toEqual([
    { field: 'hours_played', value: '1000000000', reason: 'out-of-range' },
    { field: 'replays', value: '1000000000', reason: 'too-many' },
  ])
})

test('values outside of the limits are losses, and texts are cut', async () => {
  const notes = '🎮'.repeat(NOTES_LENGTH + 7)
  const text = [
    'name,platform,started,finished,added,rating,completion,hours,liked,notes,store',
    `Hades,${'P'.repeat(61)},0000-01-01,31/13/2020,2999-01-01,-1,101,-5,maybe,${notes},Steam`,
    'Ico,PS2,2005-05-05,2004-04-04,1969-12-31,,,100001,yes,,',
  ].join('\n')
  const { titled } = await readImport(Buffer.from(`${text}\n`), 'games.csv', {
    columns: Object.fromEntries(
      (
        [
          'title',
          'platform',
          'started',
          'finished',
          'added',
          'rating',
          'completion',
          'hours',
          'liked',
          'notes',
          'store',
        ] as const
      ).map((field, at) => [at, field]),
    ),
    statuses: {},
    rating_max: 10,
    hours_unit: 'hours',
    date_order: 'dmy',
  })
  const hades = titled('Hades')
  expectWithinLimits(hades)
  expect(lengthOf(hades.notes ?? '')).toBe(NOTES_LENGTH)
  expect(hades.losses.map(({ field, reason }) => `${field}: ${reason}`)).toEqual([
    'started: not-a-date',
    'finished: not-a-date',
    'added: out-of-range',
    'rating: out-of-range',
    'completion: out-of-range',
    'hours: out-of-range',
    'liked: unknown-value',
    'platform: too-long',
    'notes: too-long',
  ])
  expect(titled('Ico')).toMatchObject({ hours: null, playthroughs: [{ started_on: null, finished_on: '2004-04-04' }] })
  expect(titled('Ico').losses.map(({ field }) => field)).toEqual(['added', 'hours', 'started'])
})

test('texts that a database cannot store are cleaned, and a cut never halves an emoji', async () => {
  const title = 'A\\u0000B\\ud83d'
  const items = `[{"name":"${title}","status":"${'🎮'.repeat(501)}a","tags":["\\udc00x"]},{"name":"x${'🎮'.repeat(300)}"}]`
  const { records } = await readImport(Buffer.from(items), 'games.json')
  expect(records.map((record) => record.title.slice(0, 3))).toEqual(['AB\ufffd', expect.any(String)])
  for (const record of records) expectWithinLimits(record)
})

const LONG = 450_000
test.each([
  ['spaces after a digit', `1${' '.repeat(LONG)}x`],
  ['spaces', `${' '.repeat(LONG)}x`],
  ['digits', '9'.repeat(LONG)],
  ['quotes and backslashes', "'\\'".repeat(LONG / 3)],
  ['a word again and again', 'release'.repeat(LONG / 7)],
  ['line breaks', `"${'\n'.repeat(LONG)}" x`],
  ['parts of a time', '1:'.repeat(LONG / 2)],
  ['parts of an address', '/games/'.repeat(LONG / 7)],
])('no value of 450 KB makes a pattern run for minutes: %s', async (_, text) => {
  const fields = Object.fromEntries(IMPORT_FIELDS.map((field, at) => [at + 1, field]))
  const mapping: Mapping = {
    columns: { ...fields, 0: 'title' },
    statuses: {},
    rating_max: 5,
    hours_unit: 'hours',
    date_order: 'dmy',
  }
  const quoted = `"${text.replaceAll('"', '')}"`
  const row = IMPORT_FIELDS.map(() => text.slice(0, LONG / IMPORT_FIELDS.length))
  const csv = `name,${IMPORT_FIELDS.join(',')}\nHades,${row.join(',')}\n`
  for (const record of (await readImport(Buffer.from(csv), 'games.csv', mapping)).records) expectWithinLimits(record)
  await readImport(Buffer.from(`title,platformList,tags\nHades,${text},1\n`), 'gog.csv')
  await readImport(Buffer.from(`title,score,hours\nHades,${quoted},1\n`), 'games.csv')
  await readImport(Buffer.from(JSON.stringify([{ appid: 1, name: 'Hades', playtime_forever: text }])), 'steam.json')
  const marks = zipOf([
    { name: 'game_mark.csv', bytes: Buffer.from(`title,info,links,timestamp,status\nHades,${quoted},,,done\n`) },
    { name: 'game_note.csv', bytes: importFixture('neodb-game_note.csv') },
  ])
  expect((await readImport(marks, 'neodb.zip')).records).toHaveLength(2)
})

// A pattern that is quadratic takes minutes for these eight rows, and longer than the timeout on any machine.
test('tags of nothing but spaces are divided in linear time', async () => {
  const row = `Hades,"${' '.repeat(900_000)}x"\n`
  const mapping: Mapping = {
    columns: { 0: 'title', 1: 'tags' },
    statuses: {},
    rating_max: 5,
    hours_unit: 'hours',
    date_order: 'dmy',
  }
  const { records } = await readImport(Buffer.from(`title,tags\n${row.repeat(8)}`), 'games.csv', mapping)
  expect(records.map(({ tags }) => tags)).toEqual(records.map(() => ['x']))
})

test('titles have no HTML entities', async () => {
  const { titled } = await readImport(Buffer.from('name\nRatchet &amp; Clank\nAkiba&amp;#39;s Trip\n'), 'games.csv')
  expect(titled('Ratchet & Clank')).toBeDefined()
  expect(titled("Akiba's Trip")).toBeDefined()
})

test('ids outside of their range are losses', async () => {
  const text = 'name,igdb id,savepoint id\nHades,2147483648,rawg_7\nIco,12,local_x\n'
  const { titled } = await readImport(Buffer.from(text), 'games.csv')
  expect(titled('Hades')).toMatchObject({
    ids: { own: 'rawg_7' },
    losses: [{ field: 'igdb id', value: '2147483648', reason: 'out-of-range' }],
  })
  expect(titled('Ico')).toMatchObject({
    ids: { igdb: 12 },
    losses: [{ field: 'savepoint id', value: 'local_x', reason: 'unknown-value' }],
  })
})

test('keys of objects are only data', async () => {
  const text = '[{"__proto__":{"polluted":1},"constructor":"x","name":"Hades","status":"constructor"}]'
  const { titled } = await readImport(Buffer.from(text), 'games.json')
  expect(titled('Hades').losses).toMatchObject([{ field: 'status', value: 'constructor', reason: 'unknown-value' }])
  expect(({} as { polluted?: number }).polluted).toBeUndefined()
})

/** Returns the code with which a file is refused; null if it is read. */
const refusalOf = (file: string, name: string) =>
  readImport(Buffer.from(file), name).then(
    () => null,
    (error: unknown) => (error instanceof Refusal ? error.code : error),
  )

test('items without a game count as rows: a list of millions is refused', async () => {
  const items = (item: string) => Array.from({ length: IMPORT_MAX_RECORDS + 1 }, () => item).join(',')
  expect(await refusalOf(`[${items('{"id":1}')}]`, 'games.json')).toBe('import_too_many_rows')
  expect(
    await refusalOf(`{"response":{"games":[{"appid":1,"playtime_forever":0},${items('{}')}]}}`, 'steam.json'),
  ).toBe('import_too_many_rows')
})

test('a table of more columns than any tracker has is refused before its rows are read', async () => {
  const header = (columns: number) => `name${',x'.repeat(columns - 1)}\n`
  expect(await refusalOf(`${header(1000)}Hades\n`, 'games.csv')).toBeNull()
  expect(await refusalOf(`${header(1001)}Hades\n`, 'games.csv')).toBe('import_too_many_columns')
})

test('one item of a list is no file of its own', async () => {
  const notes = Array.from({ length: 5 }, () => `"${'n'.repeat(900_000)}"`).join(',')
  expect(await refusalOf(`[{"name":"Hades","notes":[${notes}]}]`, 'games.json')).toBe('import_line_too_long')
})

test('the outline of a file with a million lists stays small', () => {
  const lists = Array.from({ length: 200_000 }, (_, at) => `"k${at}":[{}]`).join(',')
  const outline = outlineOf(Buffer.from(`{${lists}}`))
  expect(outline.lists.size).toBe(1000)
})
