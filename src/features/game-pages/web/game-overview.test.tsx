// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { asked, card, click, company, current, info, open, RELATED, tab, term } from '#tests/browser/game-page.tsx'

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
