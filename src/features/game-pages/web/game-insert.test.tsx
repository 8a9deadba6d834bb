// @vitest-environment happy-dom
import { act, cleanup, screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { Game } from '#features/catalogue/catalogue.contract.ts'
import type { GameFacts } from '#features/catalogue/game-facts.contract.ts'
import { factsQuery } from '#features/catalogue/web/game-facts.api.ts'
import { marksQuery } from '#features/library/web/library.api.ts'
import { card, facts as chips, ID, info, open, settle, term } from '#tests/browser/game-page.tsx'

const NOTHING: GameFacts = {
  status: null,
  releases: [],
  multiplayer: [],
  age_ratings: [],
  languages: [],
  links: [],
  engines: [],
  perspectives: [],
  critics: null,
  players: null,
  relations: [],
  series: null,
  franchise: null,
}

async function openWith(facts: Partial<GameFacts>, changes: Partial<Game> = {}, marks: Record<string, string> = {}) {
  const page = await open(changes, { played: { hours: 0 } })
  await act(async () => {
    page.client.setQueryData(
      marksQuery().queryKey,
      (known) =>
        ({
          ...known,
          ...Object.fromEntries(
            [...(facts.relations ?? []), facts.series, facts.franchise].flatMap(
              (shelf) => shelf?.games.map(({ id }) => [id, null]) ?? [],
            ),
          ),
          ...Object.fromEntries(
            Object.entries(marks).map(([id, status]) => [id, { status, rating: null, liked: false }]),
          ),
        }) as never,
    )
    page.client.setQueryData(factsQuery(ID).queryKey, { ...NOTHING, ...facts })
  })
  await settle()
  return page
}

const rows = (table: string) =>
  screen.getAllByRole('table', { name: table }).flatMap((each) =>
    within(each)
      .getAllByRole('row')
      .map((row) => [...row.children].map((cell) => cell.textContent)),
  )

describe('Game Info', () => {
  test('has only what is known', async () => {
    await openWith({}, { involved_companies: [], genres: [], first_release_date: null })
    const labels = [...document.querySelectorAll('.insert dt')].map((each) => each.textContent)
    expect(labels).toEqual(['Released'])
    expect(info('Released')).toBe('Unknown')
  })

  test('has the releases as a table in the order of their dates, and then no other date and platforms', async () => {
    await openWith(
      {
        releases: [
          { platform: 'Nintendo Switch', region: 'japan', status: null, date: '2018-06' },
          { platform: 'PC (Microsoft Windows)', region: 'worldwide', status: 'Early Access', date: '2017-02-24' },
          { platform: 'PlayStation 5', region: null, status: null, date: null },
        ],
      },
      { platforms: [term('Nintendo Switch', 130)] },
    )
    expect(rows('Releases')).toEqual([
      ['Platform', 'Region', 'Date'],
      ['PC', 'Worldwide', 'Feb 24, 2017Early Access'],
      ['Switch', 'Japan', 'June 2018'],
      ['PS5', '', 'TBA'],
    ])
    cleanup()
    await openWith({ releases: [{ platform: 'Linux', region: null, status: null, date: '2020-Q3' }] })
    expect(rows('Releases')).toEqual([
      ['Platform', 'Date'],
      ['Linux', 'Q3 2020'],
    ])
    expect(screen.queryByText('Released')).toBeNull()
    expect(screen.queryByText('Platforms')).toBeNull()
  })

  test('folds the rows of a long table after eight', async () => {
    const languages = Array.from({ length: 20 }, (_, at) => ({
      name: `Language ${at}`,
      audio: at === 0,
      subtitles: true,
      interface: false,
    }))
    await openWith({ languages })
    expect(rows('Languages')[1]).toEqual(['Language 0', 'Yes', 'Yes', ''])
    expect(screen.getByText('12 more')).toBeTruthy()
    cleanup()
    await openWith({ languages: languages.slice(0, 9) })
    expect(screen.queryByText(/more$/)).toBeNull()
  })

  test('has players in words, ratings with their numbers, ages as plates, and links', async () => {
    const mode = { platform: null, online: 4, couch: 4, onlineCoop: null, couchCoop: null }
    await openWith(
      {
        multiplayer: [{ ...mode, kinds: ['campaign', 'drop_in'] }],
        critics: { rating: 90.4, count: 12 },
        players: { rating: 88, count: 3021 },
        age_ratings: [{ board: 'CLASS_IND', rating: '14', descriptors: ['Violence', 'Violence'] }],
        links: [
          { kind: 'gog', url: 'https://www.gog.com/game/x' },
          { kind: 'official', url: 'https://example.com/' },
        ],
      },
      { game_modes: [term('Single player', 1)] },
    )
    expect(info('Players')).toBe('1 to 4, couch and onlineco-op campaign, drop in and out')
    expect(info('Critics')).toBe('90 of 100, 12 reviews')
    expect(info('IGDB players')).toBe('88 of 100, 3,021 ratings')
    expect(info('Ages')).toBe('ClassInd 14Violence')
    expect(screen.getByRole('link', { name: 'GOG' }).getAttribute('rel')).toBe('noopener nofollow')
    expect(info('Sites')).toBe('Official site')
  })

  test('says in the head that a game is cancelled', async () => {
    await openWith({ status: 'cancelled' }, { first_release_date: null, year: null })
    expect(chips()).toContain('Cancelled')
    cleanup()
    await openWith({ status: 'released' })
    expect(chips()).not.toContain('Released')
  })
})

describe('shelves', () => {
  const shelf = (name: string) => screen.getByRole('region', { name })
  const games = (count: number, from = 1) => Array.from({ length: count }, (_, at) => card(from + at))

  test('name their kind and count what I have played', async () => {
    await openWith(
      {
        relations: [
          { kind: 'remake', role: 'whole', total: 1, games: games(1) },
          { kind: 'dlc', role: 'part', total: 45, games: games(40, 10) },
          { kind: 'port', role: 'part', total: 1, games: games(1, 80) },
        ],
      },
      {},
      { igdb_110: 'completed', igdb_111: 'playing', igdb_112: 'want_to_play' },
    )
    expect(shelf('Remake of').textContent).toContain('Remake of')
    expect(within(shelf('DLC')).getAllByRole('listitem')).toHaveLength(40)
    expect(shelf('DLC').querySelector('.shelf-head')?.textContent).toBe('DLC2 of 45 played')
    expect(shelf('Port').querySelector('.shelf-head')?.textContent).toBe('Port')
  })

  test('of a series frame the present game, and its games are not related games again', async () => {
    const present = { ...card(1), id: ID }
    await openWith(
      { series: { name: 'Saga', total: 3, games: [present, card(2), card(3)] } },
      { relatedGames: [card(2), card(9)], series: 'Saga' },
    )
    expect(shelf('Saga').querySelector('.shelf-head')?.textContent).toBe('In this seriesSaga · 3 games')
    expect(shelf('Saga').querySelectorAll('.shelf-current a')).toHaveLength(1)
    expect(screen.queryByText('Series')).toBeNull()
    const related = within(screen.getByRole('list', { name: 'Related Games' })).getAllByRole('link')
    expect(related.map((each) => each.getAttribute('href'))).toEqual(['/game/igdb_109'])
  })
})
