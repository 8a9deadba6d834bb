import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { announce } from '#server/changes.ts'
import { coverHost } from '#server/images.ts'
import { tag } from '#server/tags.ts'
import type { GameId } from '#shared/ids.ts'
import { type Client, useTestApp } from '#tests/support/test-app.ts'
import { NOTHING_KNOWN } from './sources/source.ts'
import { storeGames } from './stored-games/store-games.ts'

const app = useTestApp()
let visitor: Client

/** IGDB's address of a picture in its largest size. */
const shot = (n: number) => `https://images.igdb.com/igdb/image/upload/t_1080p/sc${n}.jpg`
const served = (address: string, width: number) =>
  `/api/image?url=${encodeURIComponent(address)}&w=${width}&q=75&fm=auto`

const MEDIA = {
  summary: 'About it.',
  screenshots: [shot(1), shot(2)],
  artworks: [shot(3)],
  backgroundUrl: shot(4),
  videos: [
    { id: '7', name: 'Launch Trailer', provider: 'youtube', videoId: 'XHrskkHf958' },
    { id: '8', name: 'Making of', provider: 'vimeo', videoId: '76979871' },
    { id: '9', name: '', provider: 'twitch', videoId: '123456' },
    { id: '10', name: 'Nowhere', provider: 'nowhere', videoId: '1' },
  ],
}

beforeAll(async () => {
  app.time.now = new Date('2026-11-21T12:00:00Z')
  visitor = app.visitor()
  const game = (id: string, name: string) => ({ ...NOTHING_KNOWN, id: id as GameId, name })
  await storeGames(
    app.db,
    [game('igdb_1', 'Full'), game('igdb_2', 'Old'), game('igdb_3', ''), game('igdb_4', 'Odd')],
    'igdb',
  )
  await storeGames(app.db, [game('rawg_5', 'Of RAWG'), game('rawg_6', 'Mixed')], 'rawg')
  await storeGames(app.db, [{ ...game('igdb_7', 'Built in'), coverImageId: 'co1' }], 'local')
  await set('igdb_1', { details: JSON.stringify(MEDIA), hypes: 12, critic_rating: 91.6 })
  await set('igdb_2', { details: '{}' })
  await set('igdb_4', {
    details: JSON.stringify({
      ...MEDIA,
      screenshots: [{ url: '//images.igdb.com/a.jpg' }, null, 7],
      videos: 'none',
      themes: '["Horror"]',
    }),
    genres: JSON.stringify('[{"id":12,"name":"Role-playing (RPG)"}]'),
    platforms: JSON.stringify(['Nintendo Switch', { id: 6, name: 'PC (Microsoft Windows)' }]),
  })
  await set('rawg_6', { provenance: JSON.stringify({ summary: { origin: 'igdb', at: 1 } }) })
  await app.db
    .insertInto('game_achievements')
    .values(
      Array.from({ length: 55 }, (_, n) => ({
        game_id: 'igdb_1',
        external_id: String(n),
        name: `Deed ${n}`,
        description: n === 0 ? 'The first one.' : null,
        icon_url: n === 0 ? 'https://media.rawg.io/media/achievements/a.jpg' : null,
        rarity: n === 0 ? 7.52 : null,
        display_order: n,
      })),
    )
    .execute()
})

afterEach(() => setHost('unknown'))

const set = (id: string, values: Record<string, unknown>) =>
  app.db
    .updateTable('games')
    .set(values as never)
    .where('id', '=', id)
    .execute()

async function setHost(reachable: 'yes' | 'unknown'): Promise<void> {
  if (coverHost.reachable === reachable) return
  coverHost.reachable = reachable
  await announce(app.db, [tag.games])
  // The published tag invalidates the cached response, a moment later.
  await expect.poll(async () => (await gameOf('igdb_1')).background_image !== null).toBe(reachable === 'yes')
}

// biome-ignore lint/suspicious/noExplicitAny: the contract has already checked it
async function gameOf(id: string): Promise<any> {
  const { status, body } = await visitor.get(`/api/games/${id}`)
  expect(status).toBe(200)
  return body.game
}

/** Returns the game when the image host is known to respond. */
async function shownGame(id: string, isThere: (game: never) => boolean) {
  await setHost('yes')
  await expect.poll(async () => isThere((await gameOf(id)) as never)).toBe(true)
  return gameOf(id)
}

describe('the media of a game', () => {
  test('are served by the image service while its host responds [R-GAME-34]', async () => {
    const game = await shownGame('igdb_1', (each: { background_image: unknown }) => each.background_image !== null)
    expect(game.screenshots).toEqual([{ url: served(shot(1), 1080) }, { url: served(shot(2), 1080) }])
    expect(game.artworks).toEqual([{ url: served(shot(3), 1080) }])
    expect(game.background_image).toBe(served(shot(4), 1080))
    expect(game.videos[0].thumbnail_url).toBe(served('https://i.ytimg.com/vi/XHrskkHf958/hqdefault.jpg', 528))
  })

  test('count but have no address while the host is unreachable, so that nothing broken is shown', async () => {
    const game = await gameOf('igdb_1')
    expect(game.screenshots).toEqual([{ url: null }, { url: null }])
    expect(game.background_image).toBeNull()
    expect(game.videos.map((video: { thumbnail_url: unknown }) => video.thumbnail_url)).toEqual([null, null, null])
  })

  test('videos have six keys, for each of the three providers [R-GAME-35 R-GAME-36]', async () => {
    const { videos } = await gameOf('igdb_1')
    expect(videos).toEqual([
      {
        id: '7',
        name: 'Launch Trailer',
        url: 'https://www.youtube.com/watch?v=XHrskkHf958',
        thumbnail_url: null,
        video_id: 'XHrskkHf958',
        provider: 'youtube',
      },
      expect.objectContaining({ url: 'https://vimeo.com/76979871', provider: 'vimeo' }),
      expect.objectContaining({ url: 'https://www.twitch.tv/videos/123456', provider: 'twitch', name: 'Video' }),
    ])
    for (const video of videos)
      expect(Object.keys(video).toSorted()).toEqual(['id', 'name', 'provider', 'thumbnail_url', 'url', 'video_id'])
  })

  test('are empty on a row from before there were any', async () => {
    expect(await gameOf('igdb_2')).toMatchObject({
      screenshots: [],
      artworks: [],
      videos: [],
      background_image: null,
      summary: null,
      themes: [],
      involved_companies: [],
    })
  })

  test('are parsed in unusual forms, and invalid pictures are omitted [R-GAME-39 R-GAME-40]', async () => {
    const game = await gameOf('igdb_4')
    expect(game).toMatchObject({
      genre: 'Role-playing (RPG)',
      genres: [{ id: 12, name: 'Role-playing (RPG)' }],
      platforms: [
        { id: 0, name: 'Nintendo Switch' },
        { id: 6, name: 'PC (Microsoft Windows)' },
      ],
      themes: [{ id: 0, name: 'Horror' }],
      screenshots: [{ url: null }],
      videos: [],
    })
  })
})

test('a game without a name is Unknown Game, on its page and on a card [R-GAME-43]', async () => {
  expect((await gameOf('igdb_3')).name).toBe('Unknown Game')
  const { body } = await visitor.get('/api/games?limit=48')
  expect(body.games.find((each: { id: string }) => each.id === 'igdb_3').name).toBe('Unknown Game')
})

test('the response has hypes and the critics’ rating [R-GAME-37]', async () => {
  expect(await gameOf('igdb_1')).toMatchObject({ hype_count: 12, metacritic: 92 })
  expect(await gameOf('igdb_2')).toMatchObject({ hype_count: 0, metacritic: null })
})

describe('the sources that the page must name', () => {
  test.each([
    ['igdb_1', ['igdb']],
    ['rawg_5', ['rawg']],
    ['rawg_6', ['igdb', 'rawg']],
    ['igdb_7', []],
  ])('for %s they are %o', async (id, sources) => {
    expect((await gameOf(id)).sources).toEqual(sources)
  })

  test('include IGDB when only the cover is from IGDB', async () => {
    const game = await shownGame('igdb_7', (each: { cover_url: unknown }) => each.cover_url !== null)
    expect(game.sources).toEqual(['igdb'])
  })
})

describe('GET /api/games/:id/achievements', () => {
  const of = (id: string) => visitor.get(`/api/games/${id}/achievements`)

  test('returns at most fifty, in their order, each with name, description, icon and rarity [R-BADGE-05]', async () => {
    const { status, body } = await of('igdb_1')
    expect(status).toBe(200)
    expect(body.data).toHaveLength(50)
    expect(body.data[0]).toEqual({
      id: expect.any(String),
      name: 'Deed 0',
      description: 'The first one.',
      icon_url: null,
      rarity: 7.52,
    })
    expect(body.data[49].name).toBe('Deed 49')
  })

  test('the game itself has their total number [R-GAME-34]', async () => {
    expect((await gameOf('igdb_1')).achievements).toEqual({ total: 55, completed: 0 })
    expect((await gameOf('igdb_2')).achievements).toEqual({ total: 0, completed: 0 })
  })

  test('an icon is served by the image service while its host responds', async () => {
    await setHost('yes')
    await expect
      .poll(async () => (await of('igdb_1')).body.data[0].icon_url)
      .toBe(served('https://media.rawg.io/media/achievements/a.jpg', 128))
  })

  test('a bare number is an IGDB id, a game without achievements has an empty list, an unknown game is refused', async () => {
    expect((await of('1')).body.data).toHaveLength(50)
    expect((await of('igdb_2')).body).toEqual({ data: [] })
    const unknown = await of('igdb_499999')
    expect([unknown.status, unknown.body.error]).toEqual([404, 'Game not found'])
    expect((await of('abc')).body.code).toBe('invalid_id')
  })

  test('runs one query', async () => {
    expect(await app.countQueries(() => of('rawg_5'))).toBe(1)
  })
})
