import { describe, expect, test } from 'vitest'
import { importFixture, neodbArchive, readImport } from '#tests/support/import-files.ts'
import { zipOf } from '#tests/support/zip.ts'
import { IMPORT_FILE_BYTES, IMPORT_LONGEST_VALUE, IMPORT_MAX_RECORDS } from '../../imported-record.rules.ts'

const titles = async (bytes: Uint8Array, name = 'games.csv') =>
  (await readImport(bytes, name)).records.map(({ title }) => title)
const refusal = (code: string) =>
  expect.objectContaining({ name: 'Refusal', code, message: expect.stringMatching(/\.$/) })
const refused = (bytes: Uint8Array, code: string) => expect(readImport(bytes, 'games')).rejects.toEqual(refusal(code))

describe('encodings', () => {
  const text = 'Name;Platform\nPokémon Café;Switch\nŌkami;PS2\n'

  test.each([
    ['UTF-8', Buffer.from(text)],
    ['UTF-8 with a mark', Buffer.from(`\ufeff${text}`)],
    ['UTF-16 with a mark, little end first', Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['UTF-16 with a mark, big end first', Buffer.from(`\ufeff${text}`, 'utf16le').swap16()],
  ])('%s', async (_, bytes) => {
    expect(await titles(bytes)).toEqual(['Pokémon Café', 'Ōkami'])
  })

  test('UTF-8 with a bad byte stays UTF-8', async () => {
    const bytes = Buffer.concat([
      Buffer.from('Name,Notes\nPokémon Café,'),
      Buffer.from([0xe9]),
      Buffer.from('x\nŌkami,\n'),
    ])
    expect(await titles(bytes)).toEqual(['Pokémon Café', 'Ōkami'])
  })

  test('anything else is Windows-1252', async () => {
    expect(await titles(Buffer.from('Name,Price\nPok\xe9mon \x96 Caf\xe9,\x8020\n', 'latin1'))).toEqual([
      'Pokémon – Café',
    ])
  })
})

describe('tables', () => {
  test.each([
    ['comma', 'name,platform,status\n"Hades, the first",PC,done\n'],
    ['semicolon, with commas inside', 'name;platform;status\nHades, the first;PC;done\n'],
    ['tab', 'name\tplatform\tstatus\nHades, the first\tPC\tdone\n'],
    ['the line of Excel', 'sep=;\nname;platform;status\nHades, the first;PC;done\n'],
    ['line ends of Windows and empty lines', '\r\nname,platform,status\r\n\r\n"Hades, the first",PC,done\r\n,,\r\n'],
  ])('%s', async (_, text) => {
    const { records, skipped } = await readImport(Buffer.from(text), 'games.csv')
    expect(records).toMatchObject([{ title: 'Hades, the first', status: 'completed', platforms: ['PC'] }])
    expect(skipped).toEqual([])
  })

  test('a header below the names of groups, and one with a line break in a name', async () => {
    const grouped = 'Games,,Progress,\nTitle,Platform,Status,Hours\nHades,PC,done,12\n'
    expect((await readImport(Buffer.from(grouped), 'games.csv')).records).toMatchObject([{ title: 'Hades', hours: 12 }])
    const broken = 'Title,"Hours\nplayed",Status\nHades,12,done\n'
    expect((await readImport(Buffer.from(broken), 'games.csv')).records).toMatchObject([
      { title: 'Hades', hours: 12, status: 'completed', rows: [3] },
    ])
  })

  test('ragged rows: what is missing is empty, what is too much is a loss', async () => {
    const { titled } = await readImport(Buffer.from('name,status\nHades\nIco,done,extra\n'), 'games.csv')
    expect(titled('Hades')).toMatchObject({ status: null, losses: [] })
    expect(titled('Ico').losses).toMatchObject([{ field: 'column 3', value: 'extra', reason: 'unknown-field' }])
  })

  test('line breaks inside of values count as lines of the file', async () => {
    const { records } = await readImport(Buffer.from('name,notes\nHades,"one\ntwo"\nIco,"a ""word"""\n'), 'games.csv')
    expect(records).toMatchObject([
      { title: 'Hades', rows: [2], notes: 'one\ntwo' },
      { title: 'Ico', rows: [4], notes: 'a "word"' },
    ])
  })

  test('a quotation mark that is never closed costs nothing but itself', async () => {
    const atEnd = 'name,status\nHades,done\n"Ico,done\nJourney,done\n'
    expect(await titles(Buffer.from(atEnd))).toEqual(['Hades', 'Ico', 'Journey'])
    const between = 'name,status\n"Ico,done\nJourney,done\n"Abzû",done\nFlower,done\n'
    expect(await titles(Buffer.from(between))).toEqual(['Ico', 'Journey', 'Abzû', 'Flower'])
  })

  test('a formula is text', async () => {
    const { records } = await readImport(Buffer.from('name,notes\n=1+1,"=cmd|\' /C calc\'!A0"\n'), 'games.csv')
    expect(records).toMatchObject([{ title: '=1+1', notes: "=cmd|' /C calc'!A0" }])
  })
})

describe('refusals', () => {
  const rows = (count: number) => Buffer.from(`name\n${'Hades\n'.repeat(count)}`)

  test('sizes: bytes, rows, a line, a value', async () => {
    await refused(Buffer.alloc(IMPORT_FILE_BYTES + 1, 'a'), 'import_file_too_large')
    await refused(rows(IMPORT_MAX_RECORDS + 1), 'import_too_many_rows')
    const long = 'x'.repeat(IMPORT_LONGEST_VALUE + 10)
    await refused(Buffer.from(`name,notes\nHades,${long}\n`), 'import_line_too_long')
    await refused(Buffer.from(`name,notes\nHades,"${long}"\n`), 'import_line_too_long')
    await refused(Buffer.from(`name,${long}\nHades,\n`), 'import_line_too_long')
    await refused(Buffer.from(`[{"name":"${long}"}]`), 'import_line_too_long')
    const items = `[${Array.from({ length: IMPORT_MAX_RECORDS + 1 }, (_, at) => `{"appid":${at + 1}}`)}]`
    await refused(Buffer.from(items), 'import_too_many_rows')
  })

  test.each([
    ['of a table', 'name,notes\nHades,', 'x'],
    ['in quotation marks', 'name,notes\nHades,"', 'x'],
    ['of commas', 'name,notes\nHades', ',', 'import_too_many_columns'],
    ['of quoted line breaks and commas', 'name,notes\nHades III', ',"\n",', 'import_too_many_columns'],
    ['of a header', 'name', ',a'],
    ['of JSON', '[{"name":"', 'x', 'import_json_cut_off'],
  ])('a line of 50 MB %s', async (_, begin, fill, code = 'import_line_too_long') => {
    const bytes = Buffer.alloc(IMPORT_FILE_BYTES, fill)
    bytes.write(begin)
    await refused(bytes, code)
  })

  test.each([
    ['import_file_empty', Buffer.alloc(0)],
    ['import_file_empty', Buffer.from('\ufeff \r\n\t')],
    ['import_file_binary', Buffer.from('\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR', 'latin1')],
    ['import_file_binary', Buffer.from(Array.from({ length: 200 }, (_, at) => (at % 31) + 1))],
    ['import_file_page', Buffer.from('<!DOCTYPE html><title>Sign in</title>')],
    ['import_json_cut_off', Buffer.from('{"response":{"games":[{"appid":1,"name":"Por')],
    ['import_json_cut_off', Buffer.from('[{"name":"Hades"},')],
    ['import_json_damaged', Buffer.from('[{"name":Hades}]')],
    ['import_json_damaged', Buffer.from('{"games":[{"name":"Hades"}]]')],
    ['import_json_damaged', Buffer.from('[{"name":"Hades"}] and more')],
    ['import_json_too_deep', Buffer.from(`${'['.repeat(100_000)}${']'.repeat(100_000)}`)],
    ['import_json_too_deep', Buffer.from(`{"a":${'{"a":'.repeat(100)}1${'}'.repeat(101)}`)],
    ['import_json_without_games', Buffer.from('{"games":[],"version":1}')],
    ['import_json_without_games', Buffer.from('[1,2,3]')],
  ])('%s', async (code, bytes) => {
    await refused(bytes, code)
  })
})

test('a table full of quotation marks that are never closed is refused', async () => {
  const lines = `"Ico\n${`${'y'.repeat(IMPORT_LONGEST_VALUE / 8)}\n`.repeat(9)}`
  await refused(Buffer.from(`name,status\n${lines.repeat(25)}`), 'import_quotes_open')
})

describe('zip archives', () => {
  const table = Buffer.from('name,status\nHades,done\n')

  test('an archive with one table is that table', async () => {
    const archive = zipOf([
      { name: 'export/games.csv', bytes: table },
      { name: 'export/covers/hades.jpg', bytes: Buffer.alloc(100) },
      { name: '__MACOSX/export/._games.csv', bytes: Buffer.alloc(100) },
    ])
    expect(await titles(archive, 'export.zip')).toEqual(['Hades'])
  })

  test('of several tables the one with most columns of games is read', async () => {
    const others = [
      { name: 'README.txt', bytes: Buffer.from('Thank you.\n') },
      { name: 'achievements.csv', bytes: Buffer.from('name,badge\nFirst,gold\n') },
      { name: 'damaged.json', bytes: Buffer.from('{"games":[') },
      { name: 'games.csv', bytes: table },
    ]
    expect(await titles(zipOf(others), 'export.zip')).toEqual(['Hades'])
  })

  test.each(['../games.csv', '/etc/games.csv', 'a/../../games.csv', 'C:\\games.csv', '..\\games.csv'])(
    'the name %s is refused, wherever it stands',
    async (name) => {
      await refused(
        zipOf([
          { name: 'games.csv', bytes: table },
          { name, bytes: table },
        ]),
        'import_zip_path',
      )
    },
  )

  test('an encrypted table is refused', async () => {
    await refused(zipOf([{ name: 'games.csv', bytes: table, flags: 1 }]), 'import_zip_encrypted')
  })

  test('a bomb is refused: by its ratio, by what it claims, by the sum of its entries', async () => {
    const bomb = Buffer.alloc(20 * 1024 * 1024, 'a')
    await refused(zipOf([{ name: 'games.csv', bytes: bomb }]), 'import_zip_too_large')
    await refused(zipOf([{ name: 'games.csv', bytes: table, claimed: 4_000_000_000 }]), 'import_zip_too_large')
    const large = Buffer.from(Array.from({ length: 900_000 }, (_, at) => `${(at * 7919) % 999_983}\n`).join(''))
    const several = Array.from({ length: 9 }, (_, at) => ({ name: `${at}.csv`, bytes: large }))
    await refused(zipOf(several), 'import_zip_too_large')
  })

  test('an entry that unpacks to more than it claims is damaged', async () => {
    await refused(zipOf([{ name: 'games.csv', bytes: table, claimed: 3 }]), 'import_zip_damaged')
  })

  test('damaged and empty archives, and archives without tables', async () => {
    const whole = neodbArchive()
    await refused(whole.subarray(0, whole.length - 30), 'import_zip_damaged')
    await refused(zipOf([]), 'import_zip_without_games')
    await refused(zipOf([{ name: 'cover.jpg', bytes: Buffer.alloc(9) }]), 'import_zip_without_games')
    const others = [
      { name: 'a.csv', bytes: Buffer.from('foo,bar\n1,2\n') },
      { name: 'README.txt', bytes: Buffer.from('Thank you.\n') },
    ]
    await refused(zipOf(others), 'import_zip_without_games')
    await refused(zipOf([{ name: 'a.csv', bytes: importFixture('neodb-game_mark.csv').fill(0) }]), 'import_file_binary')
  })
})
