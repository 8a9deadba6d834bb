import { readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { loadStarterCatalogue, nameKeyOf } from '#features/catalogue/server/catalogue.service.ts'
import { platformTermOf } from '#features/catalogue/server/sources/platform-terms.ts'
import { type ExternalId, NOTHING_KNOWN, type SourceGame } from '#features/catalogue/server/sources/source.ts'
import { storeGames } from '#features/catalogue/server/stored-games/store-games.ts'
import type { GameId } from '#shared/ids.ts'
import { useTestApp } from '#tests/support/test-app.ts'
import { type Match, type MatchableRecord, matchRecords } from './match-records.ts'

/**
 * A row of the labelled set, in the spelling of a format. Expected is an id, '-' if no stored game is meant, or '?a b'
 * if the row may be either.
 */
interface Row {
  record: MatchableRecord
  expected: string
  text: string
}

const [, ...lines] = readFileSync(new URL('./labelled-records.tsv', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
const ROWS = lines.map((text): Row => {
  const [, title = '', year = '', platform = '', id = '', expected = ''] = text.split('\t')
  const [source = '', value = ''] = id.split(/:(.*)/)
  const ids = { [source]: /^\d+$/.test(value) ? Number(value) : value }
  return {
    text,
    expected,
    record: {
      title,
      ids: source === '' ? {} : ids,
      release_year: year === '' ? null : Number(year),
      platforms: platform === '' ? [] : [platform],
      playthroughs: [],
      copies: [],
    },
  }
})

const game = (n: number, name: string, year: number, platform: string, more: Partial<SourceGame> = {}): SourceGame => ({
  ...NOTHING_KNOWN,
  id: `local_${n}` as GameId,
  name,
  firstReleaseDate: Date.UTC(year, 5, 1) / 1000,
  platforms: [platformTermOf(platform)],
  ...more,
})
const elsewhere = (source: ExternalId['source'], uid: string) => ({ externalIds: [{ source, uid }] })

const app = useTestApp()
beforeAll(async () => {
  await loadStarterCatalogue(app.db)
  await storeGames(
    app.db,
    [
      game(1, 'Train Bandit', 2017, 'PC', elsewhere('steam', '655370')),
      game(2, 'Henosis™', 2020, 'PC', elsewhere('steam', '1355720')),
      game(3, 'Two Weeks in Painland', 2020, 'PC', elsewhere('steam', '1139950')),
      game(4, 'Wartune Reborn', 2021, 'PC', elsewhere('steam', '1469160')),
      game(5, 'Aladdin', 1993, 'Sega Mega Drive/Genesis'),
      game(6, 'Aladdin', 1993, 'Super Nintendo Entertainment System'),
      game(7, 'Journey', 1983, 'Arcade'),
      game(8, 'Burning Rangers', 1998, 'Sega Saturn'),
      game(9, '東方紅魔郷 ~ the Embodiment of Scarlet Devil', 2002, 'PC', {
        ...elsewhere('igdb_slug', 'touhou-6-the-embodiment-of-scarlet-devil'),
      }),
      game(10, 'Hades', 1995, 'PC'),
    ],
    'import',
  )
})

function verdictOn({ expected }: Row, match: Match): 'right' | 'wrong' | 'asks' {
  if (expected === '-') return match.state === 'matched' ? 'wrong' : 'right'
  if (match.state === 'matched') return match.gameId === expected ? 'right' : 'wrong'
  const isOffered =
    match.state === 'doubtful' && match.candidates.some(({ gameId }) => expected.slice(1).split(' ').includes(gameId))
  return expected.startsWith('?') && isOffered ? 'right' : 'asks'
}

test('of 500 labelled rows at least 98 % get the right result, and less than 0.5 % a wrong game', async () => {
  expect(ROWS).toHaveLength(500)
  const matches = await matchRecords(
    { db: app.db, words: app.catalogue.words },
    ROWS.map(({ record }) => record),
  )
  const results = ROWS.map((row, at) => {
    const match = matches[at] as Match
    return { verdict: verdictOn(row, match), text: `${row.text} → ${JSON.stringify(match)}` }
  })
  const textsOf = (verdict: string) => results.filter((each) => each.verdict === verdict).map(({ text }) => text)
  expect(textsOf('wrong').length, textsOf('wrong').join('\n')).toBeLessThan(0.005 * ROWS.length)
  expect(textsOf('right').length, textsOf('asks').join('\n')).toBeGreaterThanOrEqual(0.98 * ROWS.length)
})

/** How trackers and people write the name of a game. */
const SPELLINGS: readonly ((name: string) => string)[] = [
  (name) => name,
  (name) => name.toLowerCase(),
  (name) => name.replace(/[:'’!,.-]/g, '').replace(/\s+/g, ' '),
  (name) => `${name}™`,
  (name) => `${name} (PC)`,
]

test('of 1,000 labelled rows with an id that lies at least 98 % ask and offer the game of the title, and none becomes the game of the id', async () => {
  const games = await app.db
    .selectFrom('games')
    .where('id', 'like', 'igdb_%')
    .select(['id', 'name'])
    .orderBy('name')
    .orderBy('id')
    .limit(1001)
    .execute()
  await app.db
    .insertInto('game_external_ids')
    .values(
      games.flatMap(({ id }) => [
        { game_id: id, source: 'steam', uid: String(steamIdOf(id)) },
        { game_id: id, source: 'igdb_slug', uid: slugOf(id) },
      ]),
    )
    .execute()
  const lying = games.slice(0, 1000).map(({ id, name }, n) => {
    const other = games[n % 2 === 0 ? n + 1 : (n + 500) % 1000] as (typeof games)[number]
    const title = SPELLINGS[n % SPELLINGS.length]?.(name) ?? name
    return { id, title, other, ids: idsOf(other, n) }
  })
  expect(new Set(lying.map(({ id }) => id)).size).toBe(1000)
  for (const source of ['igdb', 'steam', 'slug', 'own'])
    expect(lying.filter(({ ids }) => source in ids).length).toBeGreaterThan(100)
  const matches = await matchRecords(
    { db: app.db, words: app.catalogue.words },
    lying.map(({ title, ids }) => ({ title, ids, release_year: null, platforms: [], playthroughs: [], copies: [] })),
  )
  const results = lying.map(({ id, title, other, ids }, at) => {
    const match = matches[at] as Match
    const text = `${title}, ${JSON.stringify(ids)} of ${other.name} → ${JSON.stringify(match)}`
    // Two games of one name are no lie of the title.
    const isNamesake = nameKeyOf(title.replace(' (PC)', '')) === nameKeyOf(other.name)
    const isOther = match.state === 'matched' && match.gameId === other.id
    const isAsked = match.state === 'doubtful' && match.candidates.some(({ gameId }) => gameId === id)
    return { text, verdict: isAsked || isNamesake ? 'right' : isOther ? 'wrong' : match.state }
  })
  const textsOf = (...verdicts: string[]) =>
    results.filter((each) => verdicts.includes(each.verdict)).map(({ text }) => text)
  expect(textsOf('wrong')).toEqual([])
  expect(textsOf('right').length, textsOf('doubtful', 'unknown', 'matched').join('\n')).toBeGreaterThanOrEqual(980)
})

// Made-up ids at Steam and slugs.
const steamIdOf = (id: string): number => 9_000_000 + Number(id.slice(5))
const slugOf = (id: string): string => `slug-of-${id.slice(5)}`

/** The id of a game at each of the sources in turn. */
const idsOf = ({ id }: { id: string }, n: number) =>
  [{ igdb: Number(id.slice(5)) }, { steam: steamIdOf(id) }, { slug: slugOf(id) }, { own: id }][n % 4] ?? {}
