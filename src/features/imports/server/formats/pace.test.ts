import { describe, expect, test } from 'vitest'
import { IMPORT_NOW, zipOf } from '#tests/support/import-files.ts'
import { IMPORT_MOST_COLUMNS, IMPORT_MOST_RECORDS } from '../../imported-record.rules.ts'
import { surveyTable } from './mapped/survey-table.ts'
import { openImport } from './open-import.ts'
import { createPace } from './reading/pace.ts'
import { readImportFile } from './reading/read-file.ts'
import { openTable } from './reading/table.ts'

const MEGABYTE = 1024 * 1024
/** So many bytes are read at most in one turn. */
const SLICE = 64 * 1024

/** Opens a file as an upload does, and returns how it ended and how often others had their turn. */
async function open(file: string | Buffer, name: string, { leavesAfter = Number.POSITIVE_INFINITY } = {}) {
  const client = new AbortController()
  let turns = 0
  const pace = createPace({
    signal: client.signal,
    giveTurn: async () => {
      turns += 1
      if (turns >= leavesAfter) client.abort()
    },
  })
  const read = async () => {
    const opened = await openImport(Buffer.from(file), name, { now: IMPORT_NOW, pace })
    await opened.requireFewRows()
    return opened.preset
  }
  const ended = await read().catch((error: { code: unknown }) => error.code ?? error)
  return { ended, turns }
}

const YAMTRACK =
  'media_id,source,media_type,title,image,season_number,episode_number,score,progress,status,start_date,end_date,notes,progressed_at'
const GAME = ',igdb,game,Hades,,,,,,Completed,,,,'
const lines = (line: string, size = MEGABYTE / 2) => `${line}\n`.repeat(Math.ceil(size / (line.length + 1)))

describe('whatever a file of megabytes has, others have their turn all the time', () => {
  test.each<[string, string | Buffer, string, unknown]>([
    ['empty lines', `title,status\n${lines('')}Hades,Completed\n`, 'games.csv', 'mapped'],
    ['empty lines before the header', `${lines('')}title,status\nHades,Completed\n`, 'games.csv', 'mapped'],
    ['rows without text', `title,status\n${lines(',')}Hades,Completed\n`, 'games.csv', 'mapped'],
    ['rows of spaces', `title,status\n${lines('      ,    ')}`, 'games.csv', 'mapped'],
    ['long rows', `title,notes\n${lines(`Hades,${'x'.repeat(900_000)}`)}`, 'games.csv', 'mapped'],
    [
      'a text in Windows-1252',
      Buffer.from(`title,notes\n${lines(`Pokémon,${'é'.repeat(200)}`)}`, 'latin1'),
      'games.csv',
      'mapped',
    ],
    ['nothing but spaces', ' '.repeat(MEGABYTE / 2), 'games.csv', 'import_file_empty'],
    ['spaces in JSON', `[${' '.repeat(MEGABYTE / 2)}{"name":"Hades"}]`, 'games.json', 'mapped'],
    [
      'one item with lists',
      `{"a":{"b":{"c":[${'1,'.repeat(MEGABYTE / 4)}1]}}}`,
      'games.json',
      'import_json_without_games',
    ],
    [
      'an archive',
      zipOf([{ name: 'games.csv', bytes: Buffer.from(`title\n${lines('Hades '.repeat(20))}`) }]),
      'games.zip',
      'mapped',
    ],
  ])('%s', async (_, file, name, ended) => {
    const opened = await open(file, name)
    expect(opened.ended).toBe(ended)
    expect(opened.turns).toBeGreaterThanOrEqual(MEGABYTE / 2 / SLICE)
    // A client that goes ends the reading at once.
    expect(await open(file, name, { leavesAfter: 3 })).toEqual({ ended: 'body_incomplete', turns: 3 })
  })
})

describe('a file of more rows than an import may have is refused when it is opened', () => {
  const rows = (line: string, count: number) => `${line}\n`.repeat(count)
  const json = (item: string, count: number) => `{"response":{"games":[${Array.from({ length: count }, () => item)}]}}`
  const STEAM = '{"appid":1,"name":"Hades","playtime_forever":60}'

  test.each<[string, string, string, unknown]>([
    ['a table of a tracker', `${YAMTRACK}\n${rows(GAME, IMPORT_MOST_RECORDS + 1)}`, 'a.csv', 'import_too_many_rows'],
    ['one row fewer', `${YAMTRACK}\n${rows(GAME, IMPORT_MOST_RECORDS)}`, 'a.csv', 'yamtrack'],
    [
      'lines that are no rows',
      `${YAMTRACK}\n${rows(`${GAME}\n`, IMPORT_MOST_RECORDS - 1)}${rows(',,', 10)}`,
      'a.csv',
      'yamtrack',
    ],
    [
      'a table that nobody knows',
      `title,x\n${rows('Hades,1', IMPORT_MOST_RECORDS + 1)}`,
      'a.csv',
      'import_too_many_rows',
    ],
    ['JSON of a tracker', json(STEAM, IMPORT_MOST_RECORDS + 1), 'a.json', 'import_too_many_rows'],
    ['one item fewer', json(STEAM, IMPORT_MOST_RECORDS), 'a.json', 'steam'],
    [
      'JSON that nobody knows',
      `[${Array.from({ length: IMPORT_MOST_RECORDS + 1 }, () => '{"name":"Hades"}')}]`,
      'a.json',
      'import_too_many_rows',
    ],
    // An export of a spreadsheet may have all rows of a sheet.
    ['a tenth of a sheet of empty rows', `title,x\nHades,1\n${rows(',', 104_857)}`, 'a.csv', 'mapped'],
    ['more empty rows than a sheet has', `title,x\nHades,1\n${rows(',', 1_200_000)}`, 'a.csv', 'import_too_many_rows'],
  ])('%s', async (_, file, name, ended) => {
    expect((await open(file, name)).ended).toBe(ended)
  })
})

test('a table with few lines is not read to count its rows', async () => {
  const upload = await readImportFile(Buffer.from(`${YAMTRACK}\n${lines(GAME, MEGABYTE)}`), 'a.csv')
  expect(upload.kind === 'table' && upload.table.hasFewLines()).toBe(true)
  const { turns } = await open(`${YAMTRACK}\n${lines(`${GAME}${'x'.repeat(50_000)}`)}`, 'a.csv')
  expect(turns).toBeLessThan(10)
})

describe('the columns of a table that nobody knows', () => {
  const tableOf = (columns: number, count: number, cell: (row: number, column: number) => string) => {
    const row = (n: number) => Array.from({ length: columns }, (_, at) => cell(n, at)).join(',')
    const text = Array.from({ length: count + 1 }, (_, n) => row(n)).join('\n')
    return openTable(Buffer.from(`${text}\n`), createPace({ giveTurn: async () => {} }))
  }
  const looksOf = (columns: readonly { sampled: number }[]) => columns.reduce((sum, { sampled }) => sum + sampled, 0)

  test('of a thousand columns a bounded number of cells is looked at closely, and every column some', async () => {
    const columns = await surveyTable(tableOf(IMPORT_MOST_COLUMNS, 1_600, (row, at) => (row ? `${row % 9}` : `c${at}`)))
    // A tenth of 1.6 million, and no column goes without.
    expect(looksOf(columns)).toBeLessThanOrEqual(400_000)
    for (const { filled, sampled, numbers, values } of columns) {
      expect([filled, values.length]).toEqual([1_600, 9])
      expect(sampled).toBeGreaterThanOrEqual(100)
      expect(numbers).toBe(sampled)
    }
  })

  test('of few columns most cells are looked at, up to the last rows, and every different value is found', async () => {
    const [name, status, rating] = await surveyTable(
      tableOf(3, 60_000, (row, at) => {
        if (row === 0) return ['title', 'status', 'rating'][at] as string
        if (at === 1) return row === 60_000 ? 'Shelved' : 'Playing'
        return at === 2 ? `${row > 40_000 ? 9 : 3}` : `Game ${row}`
      }),
    )
    expect(name?.sampled).toBeGreaterThan(33_333)
    expect(looksOf([name, status, rating] as never)).toBeLessThan(3 * 60_000)
    expect(status?.values).toEqual(['Playing', 'Shelved'])
    expect(rating?.largest).toBe(9)
  })
})
