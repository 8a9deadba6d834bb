import { readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { importFixture, neodbArchive } from '#tests/support/import-files.ts'
import { fileOf, WRITERS } from '#tests/support/import-writers/measure.ts'
import { useImportsApp, yamtrack } from '#tests/support/imports-app.ts'
import { ORIGIN } from '#tests/support/test-app.ts'
import { zipOf } from '#tests/support/zip.ts'
import { IMPORT_FILE_TEXTS } from '../import-file.texts.ts'

const { app, ann, upload, read, stateOf, rowsOf } = useImportsApp()

const FIXTURES = readdirSync(new URL('../../../../tests/support/import-fixtures/', import.meta.url)).filter(
  (name) => !name.startsWith('neodb-'),
)
const PRESET_OF: Record<string, string> = {
  'backloggd.csv': 'backloggd-csv',
  'backloggd.json': 'backloggd-json',
  'backloggd-viewer.json': 'backloggd-json',
  'gog-first.csv': 'gog',
  'grouvee-2021.csv': 'grouvee',
  'grouvee-none.csv': 'grouvee',
  'howlongtobeat-2024.csv': 'howlongtobeat',
  'howlongtobeat-marks.csv': 'howlongtobeat',
  'nexorious.csv': 'nexorious-csv',
  'nexorious.json': 'nexorious-json',
  'playnite-default.csv': 'playnite',
  'playnite-sdk.json': 'playnite',
  'rawg-answer.json': 'rawg',
  'ryot-2023.json': 'ryot',
  'ryot-2024.json': 'ryot',
  'spreadsheet.csv': 'mapped',
  'want-to-play.csv': 'igdb-list',
  'yamtrack-2024.csv': 'yamtrack',
  'yamtrack-2025.csv': 'yamtrack',
}
/** Made after trackers that no preset knows, or after lists of people. */
const MAPPED =
  `backloggd-console backloggd-rated backloggd-stars backloggd-viewer crowd decomposed-tags gaming-gaiden lying-id mac-lines named-dates numbered playnite-camel playnite-own-columns playnite-script
  playnite-games playnite-plugin short-dates signs-of-playing status-words steam-library steam-library-tags titled-table`.split(
    /\s+/,
  )
const presetOf = (name: string) => {
  const base = name.replace(/\.\w+$/, '')
  return PRESET_OF[name] ?? (MAPPED.includes(base) ? 'mapped' : base)
}

describe('a file of each tracker', () => {
  test.each(FIXTURES)('%s is recognised, and its preview accounts for every row', async (name) => {
    const answer = await upload(ann, importFixture(name), name)
    expect([answer.status, answer.body.import?.preset]).toEqual([201, presetOf(name)])
    const { id } = answer.body.import
    if (answer.body.import.state === 'mapping') {
      const { mapping } = (await ann.get(`/api/imports/${id}/table`)).body
      expect((await ann.put(`/api/imports/${id}/mapping`, mapping)).status).toBe(200)
    }
    await app.work()
    const { state, counts } = await stateOf(ann, id)
    expect(state).toBe('ready')
    expect(counts.total).toBeGreaterThan(0)
    const { same, doubtful, unknown, skipped, total } = counts
    expect(counts.new + counts.changed + same + doubtful + unknown + skipped).toBe(total)
    expect(await rowsOf(ann, id)).toHaveLength(Math.min(50, total))
  })

  test('of several megabytes is stored and read to its end', async () => {
    const rows = Array.from({ length: 300 }, (_, at) => [1, `Marmot Quest`, '', at + 1, '', '', '', 'ä'.repeat(5000)])
    const id = await read(ann, yamtrack(...rows))
    expect((await rowsOf(ann, id)).map(({ file_rows }: { file_rows: number[] }) => file_rows.length)).toEqual([20])
    const [row] = await app.db.selectFrom('import_rows').select('record').execute()
    expect(row?.record).toMatchObject({ rows: Array.from({ length: 300 }, (_, at) => at + 2) })
  })

  test('the archive of NeoDB too', async () => {
    const id = await read(ann, neodbArchive(), 'neodb.zip')
    expect(await stateOf(ann, id)).toMatchObject({ preset: 'neodb', state: 'ready' })
  })
})

describe('a file of made-up people and trackers', () => {
  test.each(WRITERS.map((_, n) => fileOf(n)).map((file) => [file.writer, file] as const))(
    '%s: as many games are planned as it has',
    async (_, { bytes, name, stated }) => {
      const { body, status } = await upload(ann, bytes, name)
      expect([status, body.error]).toEqual([201, undefined])
      const { id, state } = body.import
      if (state === 'mapping') {
        const { mapping } = (await ann.get(`/api/imports/${id}/table`)).body
        expect((await ann.put(`/api/imports/${id}/mapping`, mapping)).status).toBe(200)
      }
      await app.work()
      const found = await stateOf(ann, id)
      expect([found.state, found.counts.total - found.counts.skipped]).toEqual(['ready', stated.length])
    },
  )
})

describe('a file that cannot be read is refused with a sentence', () => {
  test.each([
    ['nothing', '', 'file_missing'],
    ['an image', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13, 0, 1, 2, 3]), 'import_file_binary'],
    ['a web page', '<!doctype html><html><body>Sign in</body></html>', 'import_file_page'],
    ['damaged JSON', '{"games": [}', 'import_json_damaged'],
    ['a zip without games', zipOf([{ name: 'readme.md', bytes: Buffer.from('hello') }]), 'import_zip_without_games'],
    ['a damaged zip', zipOf([{ name: 'a.csv', bytes: Buffer.from('Name\nx') }]).subarray(0, 40), 'import_zip_damaged'],
    ['a private profile of Steam', '{"response": {}}', 'import_steam_private'],
  ])('%s', async (_, content, code) => {
    const { status, body } = await upload(ann, content, 'file')
    expect([status, body.code]).toEqual([400, code])
    expect(body.error).toMatch(/^[A-Z].*\.?$/)
    expect(await app.db.selectFrom('imports').selectAll().execute()).toEqual([])
  })

  test('200 MB, before they are read', async () => {
    let asked = 0
    const body = new ReadableStream<Uint8Array>({
      pull(stream) {
        asked += 1
        stream.enqueue(Buffer.alloc(64 * 1024, 'a'))
      },
    })
    const { csrfToken } = (await ann.get('/api/auth/csrf')).body
    const response = await app.app.request(`${ORIGIN}/api/imports?name=games.csv`, {
      method: 'POST',
      body,
      duplex: 'half',
      headers: {
        cookie: [...ann.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        'x-csrf-token': csrfToken,
        origin: ORIGIN,
        'content-type': 'multipart/form-data; boundary=cut',
        'content-length': String(200 * 1024 * 1024),
      },
    } as RequestInit)
    expect([response.status, ((await response.json()) as { error: string }).error]).toEqual([
      413,
      IMPORT_FILE_TEXTS.import_file_too_large,
    ])
    expect(asked).toBeLessThan(5)
    expect(await app.db.selectFrom('imports').selectAll().execute()).toEqual([])
  })

  test('damage in the middle of a file ends the import with its sentence', async () => {
    const long = `${yamtrack([1, 'Marmot Quest'])}\n"${'x'.repeat(1_100_000)}"\n`
    const { body } = await upload(ann, long)
    if (body.import) {
      await app.work()
      expect(await stateOf(ann, body.import.id)).toMatchObject({
        state: 'failed',
        error: IMPORT_FILE_TEXTS.import_line_too_long,
      })
    } else expect(body.code).toBe('import_line_too_long')
    expect((await upload(ann, yamtrack([1, 'Marmot Quest']))).status).toBe(201)
  })
})
