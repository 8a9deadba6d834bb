// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { ACHIEVEMENTS, asked, click, FULL, open, panel, tab } from '#tests/browser/game-page.tsx'

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
    expect(first?.textContent).toBe('FalsehoodDefeat the Knight.7.5 % of players')
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
