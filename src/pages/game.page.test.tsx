// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { sessionQuery } from '#features/accounts/web/accounts.api.ts'
import { gameActivitiesQuery } from '#features/activity/web/activity.api.ts'
import type { Game, GameCard } from '#features/catalogue/catalogue.contract.ts'
import { gameQuery } from '#features/catalogue/web/catalogue.api.ts'
import { entryQuery, marksQuery } from '#features/library/web/library.api.ts'
import type { GameId, UserId } from '#shared/ids.ts'
import { CallError, connectTransport } from '#web/call.ts'
import { EnvContext } from '#web/page.ts'
import { Page } from './game.page.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})
// Panels are separate chunks; load them before the tests.
beforeAll(() =>
  Promise.all([
    import('./game-overview.tsx'),
    import('./game-related.tsx'),
    import('./game-activity.tsx'),
    import('#features/catalogue/web/game-media.tsx'),
    import('#features/catalogue/web/game-achievements.tsx'),
    import('#features/catalogue/web/game-video.tsx'),
    import('#features/activity/web/activity.widgets.tsx'),
    import('#features/activity/web/activity.api.ts'),
  ]),
)

const ID = 'igdb_1' as GameId
const term = (name: string, id: number) => ({ id, name })
const company = (name: string, developer: boolean) => ({ company: { name }, developer, publisher: !developer })
const card = (n: number): GameCard => ({
  id: `igdb_${100 + n}` as GameId,
  name: `Related ${n}`,
  year: 2000,
  genre: null,
  developer: null,
  cover_url: null,
})

const game: Game = {
  id: ID,
  name: 'Hollow Knight',
  year: 2017,
  genre: 'Platform',
  developer: 'Team Cherry',
  cover_url: null,
  dataSource: 'igdb',
  first_release_date: Date.parse('2017-02-24T00:00:00Z') / 1000,
  released: '2017-02-24',
  releaseDate: '2017-02-24',
  rating: null,
  total_rating: 87,
  total_rating_count: 0,
  hype_count: 0,
  metacritic: null,
  summary: 'A small knight.',
  storyline: null,
  cover: null,
  coverImage: '/covers/igdb_1-x.svg',
  background_image: null,
  artworks: [],
  screenshots: [],
  videos: [],
  genres: [term('Platform', 8), term('Adventure', 31), term('Indie', 32), term('Puzzle', 9), term('Arcade', 33)],
  platforms: [],
  themes: [],
  game_modes: [],
  involved_companies: [company('One', true), company('Two', true), company('Three', true), company('Four', true)],
  publisher: null,
  series: null,
  alternative_names: [],
  relatedGames: [],
  achievements: { total: 0, completed: 0 },
  sources: [],
}

interface Scene {
  played?: { hours: number; percentage?: number; achievements?: number }
  /** Appended to '/game/igdb_1', such as '#media'. */
  at?: string
  /** The server's responses; any other call stays pending. */
  server?: Record<string, () => unknown>
  activities?: 'none' | 'unknown'
}

const asked: string[] = []

async function open(changes: Partial<Game> = {}, scene: Scene = {}) {
  const { played, at = '', server = {}, activities = 'none' } = scene
  asked.length = 0
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY, retry: false } } })
  client.setQueryData(gameQuery(ID).queryKey, { ...game, ...changes })
  connectTransport(client, async (endpoint) => {
    asked.push(endpoint.path)
    const answer = server[endpoint.path]
    return answer ? ((await answer()) as never) : new Promise(() => {})
  })
  if (activities === 'none')
    client.setQueryData(gameActivitiesQuery(ID).queryKey, {
      pages: [{ activities: [], next: null, source: 'asked' }],
      pageParams: [1],
    })
  const user = {
    id: 'u' as UserId,
    email: 'a@b.c',
    role: 'user' as const,
    username: 'ann',
    display_name: 'Ann',
    avatar_url: null,
    onboarded: true,
  }
  client.setQueryData(sessionQuery().queryKey, {
    user: played ? user : null,
    session: null,
    authenticated: played !== undefined,
  })
  const ids = [ID, ...(changes.relatedGames ?? []).map((each) => each.id)]
  client.setQueryData(marksQuery().queryKey, Object.fromEntries(ids.map((id) => [id, null])))
  client.setQueryData(
    entryQuery(ID).queryKey,
    played
      ? ({
          game_id: ID,
          status: 'playing',
          play_time: played.hours,
          completion_percentage: played.percentage ?? 0,
          achievements_completed: played.achievements ?? 0,
          user_rating: null,
          is_liked: false,
        } as never)
      : null,
  )
  const router = createMemoryRouter([{ path: '/game/:gameId', Component: Page }], {
    initialEntries: [`/game/${ID}${at}`],
  })
  const env = {
    client,
    productName: 'Savepoint',
    demo: null,
    origin: 'http://localhost',
    renderedAt: Date.parse('2026-11-21T00:00:00Z'),
  }
  const view = render(
    <EnvContext value={env}>
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </EnvContext>,
  )
  await settle()
  return { ...view, router, client }
}

/** Waits until panels and available responses are rendered. */
const settle = () =>
  act(async () => {
    await vi.dynamicImportSettled()
    await new Promise((resolve) => setTimeout(resolve, 20))
  })
async function click(element: Element): Promise<void> {
  fireEvent.click(element)
  await settle()
}

const facts = () =>
  within(screen.getByRole('list', { name: 'Facts' }))
    .getAllByRole('listitem')
    .map((item) => item.textContent)
const info = (name: string) => screen.getByText(name).nextElementSibling?.textContent

describe('the hero', async () => {
  test('has the name, the year and the developer, the cover, and behind it the cover again [R-GAME-01]', async () => {
    const { container } = await open()
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Hollow Knight')
    expect(screen.getByText('2017')).toBeTruthy()
    expect(container.querySelectorAll('.cover')).toHaveLength(2)
    expect(facts()[0]).toBe('8.7 of 10')
  })

  test('has chips for rating, release date and first genre, in this order [R-GAME-03 R-GAME-06]', async () => {
    await open()
    expect(facts()).toEqual(['8.7 of 10', 'Feb 24, 2017', 'Platform'])
  })

  test('has no chip for unknown facts except the date [R-GAME-05]', async () => {
    await open({ total_rating: null, genres: [], first_release_date: null, year: null })
    expect(facts()).toEqual(['Unknown'])
    expect(screen.getByText('TBA')).toBeTruthy()
  })

  test('shows three platforms without duplicates, and the number of further ones [R-GAME-02]', async () => {
    const names = ['Wii', 'Wii', 'Mac', 'Linux', 'DOS', 'Amiga']
    await open({ platforms: names.map(term) })
    expect(facts().at(-1)).toBe('Wii · Mac · Linux +2')
  })

  test('shows my hours when there are any [R-GAME-04]', async () => {
    await open({}, { played: { hours: 0 } })
    expect(facts()).not.toContain('0m played')
    cleanup()
    await open({}, { played: { hours: 2 } })
    expect(facts()[1]).toBe('2h played')
  })

  test("'Back to Games' links to the catalogue [R-GAME-29]", async () => {
    await open()
    expect(screen.getByRole('link', { name: 'Back to Games' }).getAttribute('href')).toBe('/all-games')
  })
})

describe('About', async () => {
  test('is collapsed after 300 characters, and opens [R-GAME-13]', async () => {
    const long = 'word '.repeat(60).trim()
    await open({ summary: `${long}xx` })
    fireEvent.click(screen.getByRole('button', { name: 'Read More' }))
    expect(screen.getByText((text) => text.startsWith(`${long}xx`))).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Show Less' }))
    expect(screen.getByRole('button', { name: 'Read More' })).toBeTruthy()
    cleanup()
    await open({ summary: `${long}x` })
    expect(`${long}x`).toHaveLength(300)
    expect(screen.queryByRole('button', { name: 'Read More' })).toBeNull()
  })

  test('collapses a storyline after 300 characters too [R-GAME-14]', async () => {
    await open({ storyline: 's'.repeat(301) })
    expect(screen.getByRole('button', { name: 'Read More' })).toBeTruthy()
    cleanup()
    await open({ storyline: 's'.repeat(300) })
    expect(screen.queryByRole('button', { name: 'Read More' })).toBeNull()
  })

  test('summary, genres and my library are there [R-GAME-07]', async () => {
    await open()
    expect(screen.getByText('A small knight.')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Indie' }).getAttribute('href')).toBe('/all-games?genre=32')
    expect(screen.getByRole('radiogroup', { name: 'Status of Hollow Knight' })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Log' })).toBeTruthy()
  })
})

describe('Game Info', async () => {
  test('has the release date, four genres, six platforms and three developers at most [R-GAME-15 R-GAME-16 R-GAME-17 R-GAME-18]', async () => {
    await open({ platforms: ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I'].map(term) })
    expect(info('Released')).toBe('Feb 24, 2017')
    expect(info('Genres')).toBe('Platform, Adventure, Indie, Puzzle')
    expect(info('Platforms')).toBe('A, B, C, D, E, F')
    expect(info('Developer')).toBe('One, Two, Three')
  })

  test('lists as developers only the companies with that flag [R-GAME-42]', async () => {
    await open({ involved_companies: [company('Maker', true), company('Seller', false)] })
    expect(info('Developer')).toBe('Maker')
    expect(info('Publisher')).toBe('Seller')
  })
})

describe('Related Games', () => {
  const posters = () => screen.getByRole('list', { name: 'Related Games' }).querySelectorAll('.poster')
  const seven = [1, 2, 3, 4, 5, 6, 7].map(card)

  test("show four, and 'View All (n)' opens all of them under Related [R-GAME-19]", async () => {
    const { router } = await open({ relatedGames: seven })
    expect(posters()).toHaveLength(4)
    expect(posters()[0]?.querySelector('a')?.getAttribute('href')).toBe('/game/igdb_101')
    await click(screen.getByRole('button', { name: 'View All (7)' }))
    expect(current()).toBe('Related7')
    expect(posters()).toHaveLength(7)
    expect(router.state.location.hash).toBe('#related')
  })

  test('have no such control when there are at most four, and no section when there are none', async () => {
    await open({ relatedGames: [1, 2, 3, 4].map(card) })
    expect(screen.queryByText(/View All/)).toBeNull()
    cleanup()
    await open()
    expect(screen.queryByText('Related Games')).toBeNull()
  })

  test('are requested once, when their tab is opened; until then the game’s own list is shown [R-GAME-22]', async () => {
    await open({ relatedGames: seven })
    expect(asked).not.toContain(RELATED)
    await click(tab('Related'))
    expect(asked.filter((path) => path === RELATED)).toHaveLength(1)
    expect(posters()).toHaveLength(7)
  })

  test('link to further games when there are none', async () => {
    await open({}, { at: '#related' })
    expect(screen.getByRole('link', { name: 'Same genre' }).getAttribute('href')).toBe('/all-games?genre=8')
  })
})

const RELATED = '/api/games/:gameId/related'
const ACHIEVEMENTS = '/api/games/:gameId/achievements'
const ACTIVITIES = '/api/games/:gameId/activities'
const shots = (count: number) => Array.from({ length: count }, (_, n) => ({ url: `/api/image?url=${n}&w=1080` }))
const video = (id: string, name: string): Game['videos'][number] => ({
  id,
  name,
  url: `https://www.youtube.com/watch?v=video-${id}`,
  thumbnail_url: null,
  video_id: `video-${id}`,
  provider: 'youtube',
})
const FULL: Partial<Game> = {
  screenshots: shots(3),
  videos: [video('1', 'Gameplay'), video('2', 'Launch Trailer')],
  achievements: { total: 63, completed: 0 },
  relatedGames: [card(1)],
}

const labels = () => screen.getAllByRole('tab').map((each) => each.textContent)
const tab = (name: string) => screen.getByRole('tab', { name: new RegExp(`^${name}`) })
const current = () =>
  screen.getAllByRole('tab').find((each) => each.getAttribute('aria-selected') === 'true')?.textContent
const panel = () => screen.getByRole('tabpanel')

describe('the tabs', () => {
  test('are five on a full game, in this order, and Overview is open [R-GAME-12]', async () => {
    await open(FULL)
    expect(labels()).toEqual(['Overview', 'Media5', 'Achievements63', 'Related1', 'Activity'])
    expect(current()).toBe('Overview')
    expect(within(panel()).getByText('Game Info')).toBeTruthy()
  })

  test('Media appears with one screenshot or one video, and not without [R-GAME-24]', async () => {
    await open({})
    expect(labels()).toEqual(['Overview', 'Related', 'Activity'])
    for (const media of [{ screenshots: shots(1) }, { videos: [video('1', 'Clip')] }]) {
      cleanup()
      await open(media)
      expect(labels()).toContain('Media1')
    }
  })

  test('Media is there too while its pictures cannot be loaded, with a placeholder for each', async () => {
    await open({ screenshots: [{ url: null }, { url: null }] }, { at: '#media' })
    expect(current()).toBe('Media2')
    expect(within(panel()).getAllByText('Screenshot that cannot be reached just now')).toHaveLength(2)
    expect(panel().querySelector('img')).toBeNull()
  })

  test('Achievements is there when there are any [R-GAME-25]', async () => {
    await open({ achievements: { total: 0, completed: 0 } })
    expect(labels().join()).not.toContain('Achievements')
    cleanup()
    await open({ achievements: { total: 1, completed: 0 } })
    expect(labels()).toContain('Achievements1')
  })

  test('Achievements shows how many the viewer has', async () => {
    await open(FULL, { played: { hours: 1, achievements: 28 } })
    expect(labels()).toContain('Achievements28/63')
  })

  test('Activity is there once its loading has finished, even with nothing in it [R-GAME-26]', async () => {
    let answer: (value: unknown) => void = () => {}
    const hanging = new Promise((resolve) => {
      answer = resolve
    })
    await open({}, { activities: 'unknown', server: { [ACTIVITIES]: () => hanging } })
    await expect.poll(() => asked).toContain(ACTIVITIES)
    expect(labels()).not.toContain('Activity')
    answer({ status: 200, body: { data: [], hasMore: false } })
    await expect.poll(() => labels()).toContain('Activity')
    expect(asked.filter((path) => path === ACTIVITIES)).toHaveLength(1)
  })

  test('Activity appears also when another panel was opened before its response [R-GAME-26]', async () => {
    let answer: (value: unknown) => void = () => {}
    const hanging = new Promise((resolve) => {
      answer = resolve
    })
    await open({ relatedGames: [card(1)] }, { activities: 'unknown', server: { [ACTIVITIES]: () => hanging } })
    await expect.poll(() => asked).toContain(ACTIVITIES)
    await click(tab('Related'))
    answer({ status: 200, body: { data: [], hasMore: false } })
    await expect.poll(() => labels()).toContain('Activity')
    expect(asked.filter((path) => path === ACTIVITIES)).toHaveLength(1)
  })

  test('Activity is there when its loading has failed, and stays during a retry [R-GAME-26]', async () => {
    const failing = { status: 500, body: { error: 'Something went wrong.', requestId: 'r' } }
    let next: unknown = failing
    const { client } = await open({}, { activities: 'unknown', server: { [ACTIVITIES]: () => next } })
    await expect.poll(() => labels()).toContain('Activity')
    await expect.poll(() => within(panel()).getByText('Failed to load activities')).toBeTruthy()
    next = new Promise(() => {})
    await click(within(panel()).getByRole('button', { name: 'Try again' }))
    expect(client.isFetching()).toBe(1)
    expect(labels()).toContain('Activity')
  })

  test('open a panel, which the address names [R-GAME-23]', async () => {
    const { router } = await open(FULL)
    await click(tab('Activity'))
    expect(current()).toBe('Activity')
    expect(panel().id).toBe('panel-activity')
    expect(panel().getAttribute('aria-labelledby')).toBe('tab-activity')
    expect(router.state.location.hash).toBe('#activity')
    expect(within(panel()).getByText('Nobody here has played this yet')).toBeTruthy()
    await act(() => router.navigate(-1))
    expect(current()).toBe('Overview')
  })

  test('an address with a tab in its hash or search opens that tab', async () => {
    await open(FULL, { at: '#media' })
    expect(current()).toBe('Media5')
    cleanup()
    const { router } = await open(FULL, { at: '?tab=media' })
    expect(current()).toBe('Media5')
    await click(tab('Overview'))
    expect(current()).toBe('Overview')
    expect(router.state.location).toMatchObject({ search: '', hash: '' })
  })

  test.each(['#media', '#achievements', '#nonsense', '#overview'])(
    'an address with %s, a tab that this game does not have, opens Overview [R-GAME-27]',
    async (at) => {
      await open({}, { at })
      expect(current()).toBe('Overview')
    },
  )

  test('when the open tab disappears, Overview opens [R-GAME-27]', async () => {
    const { client } = await open(FULL, { at: '#media' })
    expect(current()).toBe('Media5')
    await act(
      async () => void client.setQueryData(gameQuery(ID).queryKey, { ...game, ...FULL, screenshots: [], videos: [] }),
    )
    await settle()
    expect(current()).toBe('Overview')
  })

  test('beside them are the viewer’s progress and, in Overview, the latest activity [R-GAME-30]', async () => {
    await open(FULL, { played: { hours: 2, percentage: 61 } })
    const library = screen.getByRole('region', { name: 'My library' })
    expect(library.textContent).toContain('61 %')
    expect(library.textContent).toContain('2h')
    expect(within(panel()).getByRole('region', { name: 'Activity' })).toBeTruthy()
  })
})

describe('the Media panel', () => {
  test('requests no picture before it is opened [R-GAME-20]', async () => {
    const { container } = await open({ ...FULL, artworks: [{ url: '/api/image?url=back&w=1080' }] })
    const pictures = () => [...container.querySelectorAll('img')].map((image) => image.getAttribute('src'))
    expect(pictures()).toEqual(['/api/image?url=back&w=264'])
    await click(tab('Media'))
    expect(pictures().slice(1)).toEqual([0, 1, 2, 'back'].map((n) => `/api/image?url=${n}&w=528`))
  })

  test('shows screenshots with their names, and omits one that fails to load', async () => {
    await open(FULL, { at: '#media' })
    const pictures = () => within(screen.getByRole('list', { name: 'Screenshots' })).getAllByRole('img')
    expect(pictures().map((image) => image.getAttribute('alt'))).toEqual(
      [1, 2, 3].map((n) => `Screenshot ${n} of Hollow Knight`),
    )
    fireEvent.error(pictures()[1] as Element)
    expect(pictures()).toHaveLength(2)
  })

  test('opens a screenshot large, and a video in its player', async () => {
    await open(FULL, { at: '#media' })
    await click(screen.getByRole('button', { name: 'Screenshot 2 of Hollow Knight' }))
    const lightbox = screen.getByRole('dialog', { name: 'Screenshots of Hollow Knight' })
    expect(within(lightbox).getByRole('img').getAttribute('src')).toBe('/api/image?url=1&w=1080')
    await click(within(lightbox).getByRole('button', { name: 'Close' }))
    expect(document.querySelector('iframe')).toBeNull()
    await click(screen.getByRole('button', { name: /Gameplay/ }))
    expect(document.querySelector('iframe')?.src).toContain('/embed/video-1?autoplay=1')
  })
})

describe('the Achievements panel', () => {
  const one = { id: 'a', name: 'Falsehood', description: 'Defeat the Knight.', icon_url: null, rarity: 7.52 }
  const listed = (data: unknown[]) => ({ [ACHIEVEMENTS]: () => ({ status: 200, body: { data } }) })

  test('requests them once, when it is opened [R-GAME-21]', async () => {
    await open(FULL, { server: listed([one]) })
    expect(asked).not.toContain(ACHIEVEMENTS)
    await click(tab('Achievements'))
    expect(asked.filter((path) => path === ACHIEVEMENTS)).toHaveLength(1)
  })

  test('lists name, description and rarity, and shows how many the viewer has', async () => {
    const server = listed([one, { ...one, id: 'b', name: 'Rare', rarity: 0.04 }, { ...one, id: 'c', rarity: 62.4 }])
    await open(FULL, { at: '#achievements', server, played: { hours: 1, achievements: 28 } })
    expect(panel().textContent).toContain('28 of 63 completed')
    const [first, second, third] = within(panel()).getAllByRole('listitem')
    expect(first?.textContent).toBe('FalsehoodDefeat the Knight.7.5 %of players')
    expect([second, third].map((row) => row?.textContent?.match(/<?\d[\d.]* %/)?.[0])).toEqual(['<0.1 %', '62 %'])
    expect(panel().textContent).toContain('The first 3 of 63.')
  })

  test('shows the reason when they fail to load, and retries', async () => {
    let answer: unknown = { status: 500, body: { error: 'It is broken.', requestId: 'r' } }
    await open(FULL, { at: '#achievements', server: { [ACHIEVEMENTS]: () => answer } })
    expect(within(panel()).getByRole('alert').textContent).toContain('It is broken.')
    answer = { status: 200, body: { data: [one] } }
    await click(within(panel()).getByRole('button', { name: 'Try again' }))
    expect(within(panel()).getByText('Falsehood')).toBeTruthy()
  })
})

describe('the trailer', () => {
  test('opens in a dialog whose frame plays at once [R-GAME-08 R-GAME-09 R-GAME-10]', async () => {
    await open(FULL)
    expect(document.querySelector('iframe')).toBeNull()
    await click(screen.getByRole('button', { name: 'Watch Trailer' }))
    const dialog = screen.getByRole('dialog', { name: 'Hollow Knight: Launch Trailer' })
    expect(dialog.querySelector('iframe')?.src).toBe('https://www.youtube-nocookie.com/embed/video-2?autoplay=1&rel=0')
    expect(within(dialog).getByRole('link', { name: 'Watch on YouTube' })).toBeTruthy()
  })

  test('has no button without a video [R-GAME-09]', async () => {
    await open()
    expect(screen.queryByRole('button', { name: 'Watch Trailer' })).toBeNull()
  })
})

describe('the backdrop', () => {
  const behind = (container: HTMLElement) => container.querySelector('[aria-hidden] .cover-img')?.getAttribute('src')

  test('is the first artwork, else a screenshot, in the small size; else only the drawing [R-GAME-01]', async () => {
    expect(behind((await open({ ...FULL, artworks: [{ url: '/api/image?url=a&w=1080' }] })).container)).toBe(
      '/api/image?url=a&w=264',
    )
    cleanup()
    expect(behind((await open(FULL)).container)).toBe('/api/image?url=0&w=264')
  })
})

test('the activities of a game start again with ten when the reader comes back from another game [R-GAME-51]', async () => {
  const part = (n: number) => ({ activities: [], next: n + 1, source: 'asked' as const })
  const { client, router } = await open()
  const key = gameActivitiesQuery(ID).queryKey
  client.setQueryData(key, { pages: [part(1), part(2)], pageParams: [1, 2] })
  await act(() => router.navigate('/game/igdb_2'))
  expect(client.getQueryData(key)).toEqual({ pages: [part(1)], pageParams: [1] })
})

describe('content from sources', () => {
  test('names its sources, with a link to each', async () => {
    await open({ sources: ['igdb', 'rawg'] })
    expect(screen.getByRole('link', { name: 'IGDB' }).getAttribute('href')).toBe('https://www.igdb.com/')
    expect(screen.getByRole('link', { name: 'RAWG' }).getAttribute('href')).toBe('https://rawg.io/')
    cleanup()
    await open()
    expect(screen.queryByText(/Game data and pictures from/)).toBeNull()
  })
})

test('is marked as old while its source does not respond', async () => {
  await open({ dataSource: 'rawg', state: 'stale' } as never)
  expect(screen.getByText('RAWG is not responding right now. This is what it sent before.')).toBeTruthy()
  for (const state of ['live', 'stored']) {
    cleanup()
    await open({ state } as never)
    expect(screen.queryByText(/is not responding right now/)).toBeNull()
  }
})

describe('a failure', () => {
  test("of rendering shows 'Something went wrong', and 'Try again' loads the page again [R-GAME-32 R-GAME-33]", async () => {
    // React logs errors that the boundary caught.
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => {})
    await open({ genres: null as never })
    expect(screen.getByRole('heading', { name: 'Something went wrong' })).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(reload).toHaveBeenCalledOnce()
  })

  test.each([
    [{ status: 502, body: { error: 'Upstream failed', requestId: 'r' } }, 'Failed to fetch game: 502 Bad Gateway'],
    [{ status: 503, body: null }, 'Failed to fetch game: 503 Service Unavailable'],
    [new CallError(0, { error: 'No internet connection - so it is' }), 'No internet connection - so it is'],
    [{ status: 200, body: null }, 'This part of the page could not be shown.'],
  ])('a game that cannot be fetched (%s) says %s [R-CAT-01]', async (answer, text) => {
    const { client } = await open(
      {},
      { server: { '/api/games/:gameId': () => (answer instanceof Error ? Promise.reject(answer) : answer) } },
    )
    await act(() => client.resetQueries({ queryKey: gameQuery(ID).queryKey }).catch(() => {}))
    await settle()
    expect(screen.getByRole('alert').textContent).toContain(text)
  })
})
