import { describe, expect, test } from 'vitest'
import { allOf, IMPORT_NOW } from '#tests/support/import-files.ts'
import { IMPORT_LONGEST_VALUE, IMPORT_MAX_COLUMNS, IMPORT_MAX_RECORDS } from '../../imported-record.rules.ts'
import { surveyTable } from './mapped/survey-table.ts'
import { openImport } from './open-import.ts'
import { openTable } from './reading/table.ts'

const YAMTRACK =
  'media_id,source,media_type,title,image,season_number,episode_number,score,progress,status,start_date,end_date,notes,progressed_at'
const GAME = ',igdb,game,Hades,,,,,,Completed,,,,'

/** Opens a file as an upload does, and returns its preset, or the code with which it is refused. */
const open = (file: string, name: string) =>
  openImport(Buffer.from(file), name, { now: IMPORT_NOW })
    .then(async ({ preset, requireFewRows }) => {
      await requireFewRows()
      return preset
    })
    .catch((error: { code: unknown }) => error.code ?? error)

describe('a file of more rows than an import may have is refused when it is opened', () => {
  const rows = (line: string, count: number) => `${line}\n`.repeat(count)
  const json = (item: string, count: number) => `{"response":{"games":[${Array.from({ length: count }, () => item)}]}}`
  const STEAM = '{"appid":1,"name":"Hades","playtime_forever":60}'

  test.each<[string, string, string, unknown]>([
    ['a table of a tracker', `${YAMTRACK}\n${rows(GAME, IMPORT_MAX_RECORDS + 1)}`, 'a.csv', 'import_too_many_rows'],
    ['one row fewer', `${YAMTRACK}\n${rows(GAME, IMPORT_MAX_RECORDS)}`, 'a.csv', 'yamtrack'],
    [
      'lines that are no rows',
      `${YAMTRACK}\n${rows(`${GAME}\n`, IMPORT_MAX_RECORDS - 1)}${rows(',,', 10)}`,
      'a.csv',
      'yamtrack',
    ],
    [
      'a table that nobody knows',
      `title,x\n${rows('Hades,1', IMPORT_MAX_RECORDS + 1)}`,
      'a.csv',
      'import_too_many_rows',
    ],
    ['JSON of a tracker', json(STEAM, IMPORT_MAX_RECORDS + 1), 'a.json', 'import_too_many_rows'],
    ['one item fewer', json(STEAM, IMPORT_MAX_RECORDS), 'a.json', 'steam'],
    [
      'JSON that nobody knows',
      `[${Array.from({ length: IMPORT_MAX_RECORDS + 1 }, () => '{"name":"Hades"}')}]`,
      'a.json',
      'import_too_many_rows',
    ],
    // An export of a spreadsheet may have all rows of a sheet.
    ['a tenth of a sheet of empty rows', `title,x\nHades,1\n${rows(',', 104_857)}`, 'a.csv', 'mapped'],
    ['more empty rows than a sheet has', `title,x\nHades,1\n${rows(',', 1_200_000)}`, 'a.csv', 'import_too_many_rows'],
  ])('%s', async (_, file, name, ended) => {
    expect(await open(file, name)).toBe(ended)
  })
})

test('a table with few lines is not read to count its rows', async () => {
  const unreadable = `"${'x'.repeat(2 * IMPORT_LONGEST_VALUE)}"`
  const { requireFewRows, rows } = await openImport(Buffer.from(`${YAMTRACK}\n${GAME}\n${unreadable}\n`), 'a.csv', {
    now: IMPORT_NOW,
  })
  await requireFewRows()
  await expect(allOf(rows())).rejects.toMatchObject({ code: 'import_line_too_long' })
})

describe('the columns of a table that nobody knows', () => {
  const tableOf = (columns: number, count: number, cell: (row: number, column: number) => string) => {
    const row = (n: number) => Array.from({ length: columns }, (_, at) => cell(n, at)).join(',')
    const text = Array.from({ length: count + 1 }, (_, n) => row(n)).join('\n')
    return openTable(Buffer.from(`${text}\n`))
  }
  const looksOf = (columns: readonly { sampled: number }[]) => columns.reduce((sum, { sampled }) => sum + sampled, 0)

  test('of a thousand columns a bounded number of cells is looked at closely, and every column some', async () => {
    const columns = await surveyTable(tableOf(IMPORT_MAX_COLUMNS, 1_600, (row, at) => (row ? `${row % 9}` : `c${at}`)))
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
