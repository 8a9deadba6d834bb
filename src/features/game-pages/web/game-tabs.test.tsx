// @vitest-environment happy-dom
import { act, cleanup, screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { gameQuery } from '#features/catalogue/web/catalogue.api.ts'
import { reviewSummaryQuery } from '#features/reviews/web/reviews.api.ts'
import {
  ACTIVITIES,
  asked,
  card,
  click,
  current,
  FULL,
  game,
  ID,
  labels,
  open,
  panel,
  settle,
  shots,
  tab,
  video,
} from '#tests/browser/game-page.tsx'
import { summary } from '#tests/browser/reviews.tsx'

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

  test('Reviews exists when the game has reviews, and shows their number', async () => {
    const { client } = await open(FULL)
    await act(async () => void client.setQueryData(reviewSummaryQuery(ID).queryKey, summary({ total: 1204 })))
    expect(labels()).toEqual(['Overview', 'Media5', 'Achievements63', 'Related1', 'Reviews1,204', 'Activity'])
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
    expect(client.isFetching({ queryKey: ['activity'] })).toBe(1)
    expect(labels()).toContain('Activity')
  })

  test('open a panel, which the address names [R-GAME-23]', async () => {
    const { router } = await open(FULL)
    await click(tab('Activity'))
    expect(current()).toBe('Activity')
    expect(panel().id).toBe('panel-activity')
    expect(panel().getAttribute('aria-labelledby')).toBe('tab-activity')
    expect(router.state.location.hash).toBe('#activity')
    expect(within(panel()).getByText('No activity is shared yet')).toBeTruthy()
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
