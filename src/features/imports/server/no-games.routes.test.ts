import { expect, test } from 'vitest'
import { xlsxOf } from '#tests/support/import-writers/workbooks.ts'
import { useImportsApp, yamtrack } from '#tests/support/imports-app.ts'
import { zipOf } from '#tests/support/zip.ts'

// A file in which nothing is a game is never ready to import: it is refused with the reason, or the mapper is.
const { app, ann, upload } = useImportsApp()

const HLTB = 'Title,Platform,Playing,Backlog,Replay,Completed,Retired,Progress,Main Story,Main + Extras,Completionist'
const GROUVEE = '{"export_format_version":2,"site":"https://www.grouvee.com","account":{},"collection":[],"lists":[]}'
const exported = (data: object) => JSON.stringify({ format: 'savepoint-export', version: 1, data })
const zipped = (...files: [string, string][]) =>
  zipOf(files.map(([name, text]) => ({ name, bytes: Buffer.from(text) })))

test.each<[string, string | Buffer, string, string]>([
  ['nothing', '', 'a.csv', 'file_missing'],
  ['white space', ' \n\t\n  \n', 'a.csv', 'import_file_empty'],
  ['a byte order mark', '\ufeff', 'a.csv', 'import_file_empty'],
  ['a header', 'Title,Status,Hours\n', 'a.csv', 'import_without_rows'],
  ['a header and empty rows', 'Title,Status,Hours\n,,\n,,\n\n', 'a.csv', 'import_without_rows'],
  ['a title line and a header', 'My games\n\nTitle,Status,Hours\n', 'a.csv', 'import_without_rows'],
  ['a header that stands again', 'Title,Status\nTitle,Status\n', 'a.csv', 'import_without_rows'],
  ['rows without a name', 'Title,Status,Hours\n,Completed,3\n,Playing,4\n', 'a.csv', 'import_without_names'],
  ['the sum of a table', 'Title,Hours\nTotal,0\n', 'a.csv', 'import_without_names'],
  ['rows of dashes', 'Title,Status\n---,---\n-,-\n', 'a.csv', 'import_without_rows'],
  ['the header of a tracker', `${HLTB}\n`, 'HLTB_Games.csv', 'import_without_rows'],
  ['rows of a tracker without names', `${HLTB}\n,PC,✓,,,,,,,,\n`, 'HLTB_Games.csv', 'import_without_names'],
  [
    'films of a tracker',
    yamtrack().concat('\n550,tmdb,movie,Fight Club,,,,8,1,Completed,,,,'),
    'yamtrack.csv',
    'import_only_others',
  ],
  ['the header of Yamtrack', yamtrack(), 'yamtrack.csv', 'import_without_rows'],
  ['{}', '{}', 'a.json', 'import_json_without_games'],
  ['[]', '[]', 'a.json', 'import_json_without_games'],
  ['null', 'null', 'a.json', 'import_without_rows'],
  ['a number', '42', 'a.json', 'import_without_rows'],
  ['[null, null]', '[null, null]', 'a.json', 'import_json_without_games'],
  ['[{}]', '[{}]', 'a.json', 'import_without_rows'],
  ['an empty list', '{"games": []}', 'a.json', 'import_json_without_games'],
  ['an empty collection of Grouvee', GROUVEE, 'grouvee_export.json', 'import_json_without_games'],
  ['an empty export of our own', exported({ user_games: [], playthroughs: [] }), 'data.json', 'import_without_rows'],
  [
    'play sessions of an export without games',
    exported({ user_games: [], play_sessions: [] }),
    'data.json',
    'import_without_rows',
  ],
  ['a workbook with an empty sheet', xlsxOf([{ name: 'Games', rows: [] }]), 'a.xlsx', 'import_file_empty'],
  [
    'a workbook with the names of columns',
    xlsxOf([{ name: 'Games', rows: [['Title', 'Status', 'Hours']] }]),
    'a.xlsx',
    'import_without_rows',
  ],
  ['headings of groups', 'Game,Status,Hours\nPLAYING,,\nCOMPLETED,,\nBACKLOG,,\n', 'a.csv', 'import_without_rows'],
  ['an archive of a text', zipped(['README.md', 'Thank you.']), 'a.zip', 'import_zip_without_games'],
  ['an archive of nothing', zipped(), 'a.zip', 'import_zip_without_games'],
  ['an archive of a header', zipped(['games.csv', 'Title,Status\n']), 'a.zip', 'import_without_rows'],
  ['a page without a table', '<html><body><p>Sign in</p></body></html>', 'a.html', 'import_file_page'],
  ['a page with an empty table', '<table><tr><th>Game</th><th>Status</th></tr></table>', 'a.html', 'import_file_page'],
])('%s', async (_, content, name, code) => {
  let { status, body } = await upload(ann, content, name)
  if (body.import?.state === 'mapping') {
    const at = `/api/imports/${body.import.id}`
    const { mapping } = (await ann.get(`${at}/table`)).body
    const titled = { ...mapping, columns: { 0: 'title', ...mapping.columns } }
    ;({ status, body } = await ann.put(`${at}/mapping`, titled))
    // The member can choose another column, or discard the file.
    expect((await ann.get(at)).body.import.state).toBe('mapping')
  } else {
    await app.work()
    expect(await app.db.selectFrom('imports').select('state').execute()).toEqual([])
  }
  expect([status, body.code]).toEqual([400, code])
  expect(body.error).toMatch(/^[A-Z].*[.]?$/)
})
