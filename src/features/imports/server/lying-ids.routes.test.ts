import { beforeAll, expect, test } from 'vitest'
import { NOTHING_KNOWN, type SourceGame } from '#features/catalogue/server/sources/source.ts'
import { storeGames } from '#features/catalogue/server/stored-games/store-games.ts'
import type { GameId } from '#shared/ids.ts'
import { useImportsApp, yamtrack } from '#tests/support/imports-app.ts'
import { zipOf } from '#tests/support/zip.ts'

// The id of Marmot Quest beside the title Heron, in each format that has ids; and one title on two platforms.
const { app, ann, upload, step, stateOf, rowsOf } = useImportsApp()

const SNES = { id: 19, name: 'Super Nintendo Entertainment System' }
const game = (id: string, name: string, year: number, more: Partial<SourceGame> = {}): SourceGame => ({
  ...NOTHING_KNOWN,
  id: id as GameId,
  name,
  firstReleaseDate: Date.UTC(year, 5, 1) / 1000,
  platforms: [{ id: 6, name: 'PC (Microsoft Windows)' }],
  renown: 50,
  ...more,
})

beforeAll(async () => {
  await storeGames(
    app.db,
    [game('igdb_11', 'Shrew', 1993, { platforms: [SNES] }), game('igdb_12', 'Shrew', 2016)],
    'igdb',
  )
  await app.db.insertInto('game_external_ids').values({ game_id: 'igdb_1', source: 'steam', uid: '100' }).execute()
})

const URL = 'https://www.igdb.com/games/marmot-quest'
const json = (value: unknown) => JSON.stringify(value)
const FILES: readonly (readonly [name: string, file: string, content: string | Buffer])[] = [
  ['Yamtrack', 'yamtrack.csv', yamtrack([1, 'Heron', 8, 10, 'Completed'])],
  [
    'NeoDB',
    'neodb.zip',
    zipOf([
      {
        name: 'game_mark.csv',
        bytes: Buffer.from(
          `title,info,links,timestamp,status,rating,comment,tags\nHeron,,https://neodb.social/game/1 ${URL} https://store.steampowered.com/app/100,2021-03-04 10:00:00+00:00,complete,8,,\n`,
        ),
      },
    ]),
  ],
  [
    'a list of IGDB',
    'played.csv',
    `id,game,url,rating,category,release_date,platforms,genres,themes,companies,description\n1,Heron,${URL},80,Main game,2012-06-01,PC,,,,`,
  ],
  [
    'Grouvee',
    'grouvee.csv',
    'id,name,shelves,platforms,rating,review_title,review,review_platform,dates,statuses,genres,franchises,series,developers,publishers,release_date,date_added_to_collection,url,giantbomb_id,igdb_id\n2,Heron,"{""Played"":{}}",{},4,,,,[],[],,,,,,,,,,1',
  ],
  [
    'Grouvee in JSON',
    'grouvee_export.json',
    json({
      export_format_version: 2,
      site: 'https://www.grouvee.com',
      collection: [{ id: 1, name: 'Heron', shelves: { Played: {} }, rating: 4, dates: [], igdb_id: 1 }],
    }),
  ],
  [
    'Backloggd',
    'backloggd.csv',
    'ID,Game Name,Played,Currently Playing,In Backlog,In Wishlist,Liked,Rating,Mastered,Start Date,Finish Date,Total Hours,Total Minutes,Playthrough Hours,Playthrough Minutes,Playthrough Hours to Finish,Playthrough Minutes to Finish,Playthrough Hours to Master,Playthrough Minutes to Master,Replay,Review,Review Contains Spoilers,Backloggd URL\n1,Heron,true,false,false,false,false,8,false,,,,,,,,,,,false,,false,https://www.backloggd.com/games/marmot-quest/',
  ],
  [
    'Steam',
    'steam.json',
    json({
      response: { game_count: 1, games: [{ appid: 100, name: 'Heron', playtime_forever: 60, rtime_last_played: 0 }] },
    }),
  ],
  [
    'an exporter of Steam',
    'library.csv',
    'game,id,hours,last_played,steam_deck\nHeron,100,3.5,,verified\nStoat Story,7,2,,',
  ],
  [
    'Ryot',
    'ryot.json',
    json({
      metadata: [
        {
          lot: 'video_game',
          source: 'igdb',
          identifier: '1',
          source_id: 'Heron',
          seen_history: [],
          reviews: [],
          collections: [],
        },
      ],
    }),
  ],
  [
    'GG',
    'gg.json',
    json({
      exportedAt: '2026-05-01T10:00:00.000Z',
      games: [{ title: 'Heron', status: 'Beaten', lists: [], slug: 'marmot-quest' }],
    }),
  ],
  [
    'Nexorious',
    'nexorious.csv',
    'title,igdb_id,play_status,personal_rating,is_loved,hours_played,personal_notes,platforms,tags,created_at,updated_at\nHeron,1,completed,4,false,,,,,2025-01-02T10:00:00Z,2025-06-01T12:00:00Z',
  ],
  [
    'our own export',
    'data.json',
    json({
      format: 'savepoint-export',
      version: 1,
      data: {
        user_games: [
          {
            game_id: 'igdb_1',
            game_name: 'Heron',
            status: 'playing',
            play_time: 3,
            completion_percentage: 0,
            is_liked: false,
          },
        ],
      },
    }),
  ],
  ['a table', 'mine.csv', 'Title,IGDB ID,Status\nHeron,1,Completed\n'],
]

/** Uploads a file, takes the guesses about a table, and plans the import. */
async function planned(content: string | Buffer, name: string): Promise<string> {
  const { id, state } = (await upload(ann, content, name)).body.import
  if (state === 'mapping')
    await ann.put(`/api/imports/${id}/mapping`, (await ann.get(`/api/imports/${id}/table`)).body.mapping)
  await app.work()
  return id
}

test.each(FILES)('an id of another game asks in a file of %s, which alone writes nothing', async (_, name, content) => {
  const id = await planned(content, name)
  const heron = (await rowsOf(ann, id)).find(({ title }: { title: string }) => title === 'Heron')
  expect(heron).toMatchObject({ state: 'doubtful' })
  expect((await stateOf(ann, id)).questions).toContainEqual({ kind: 'id', count: 1 })
  expect(await app.db.selectFrom('user_games').selectAll().execute()).toEqual([])
})

test('one id beside several titles joins none of them', async () => {
  const id = await planned(
    'Title,IGDB ID,Status\nMarmot Quest,1,Completed\nHeron,1,Playing\nStoat Story,1,\n',
    'mine.csv',
  )
  const rows = await rowsOf(ann, id)
  expect(rows.map(({ title, state }: { title: string; state: string }) => [title, state])).toEqual([
    ['Heron', 'doubtful'],
    ['Stoat Story', 'doubtful'],
    ['Marmot Quest', 'ready'],
  ])
})

test.each([
  ['a table', 'mine.csv', 'Title,Platform,Status\nShrew,SNES,Completed\nShrew,PC,Playing\n'],
  [
    'a file of HowLongToBeat',
    'HLTB_Games.csv',
    'Title,Platform,Playing,Backlog,Replay,Completed,Retired,Start Date,Completion Date,Progress,Main Story,Main + Extras,Completionist\nShrew,Super Nintendo,,,,✓,,,,,,,\nShrew,PC,✓,,,,,,,,,,',
  ],
  [
    'a file of Playnite',
    'playnite.csv',
    'Name,Last Played,Time Played,Completion Status,Platforms,Community Score\nShrew,,36000,Completed,Super Nintendo Entertainment System,88\nShrew,,7200,Playing,PC (Windows),71',
  ],
])('one title on two platforms in %s is two games, each found by its platform', async (_, name, content) => {
  await step(ann, await planned(content, name), 'apply')
  const entries = await app.db.selectFrom('user_games').select(['game_id', 'status']).orderBy('game_id').execute()
  expect(entries).toEqual([
    { game_id: 'igdb_11', status: 'completed' },
    { game_id: 'igdb_12', status: 'playing' },
  ])
})
