// @vitest-environment happy-dom
import { cleanup, render, screen, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test } from 'vitest'
import type { UserId } from '#shared/ids.ts'
import { EnvContext } from '#web/page.ts'
import type { Profile } from '../profiles.contract.ts'
import { headerStats } from '../profiles.rules.ts'
import { ProfileHead } from './profile-head.widgets.tsx'

afterEach(cleanup)

/** Renders the header card for these counts, as the server computes them. */
function show(
  shelved: { played?: number; backlog?: number; thisYear?: number },
  more: Partial<Profile> = {},
  card: { isCompact?: boolean; figures?: ReactNode } = {},
) {
  const { played = 0, backlog = 0, thisYear = 0 } = shelved
  const counts = { want_to_play: backlog, playing: 0, completed: played, dropped: 7 }
  const profile = {
    ...{ id: '01900000-0000-7000-8000-000000000002' as UserId, username: 'ann', display_name: 'Ann', avatar_url: null },
    ...{
      bio: null,
      email: null,
      settings: null,
      location: null,
      website: null,
      pronouns: null,
      pinned_line: null,
      links: [],
      last_seen_at: null,
      is_online: false,
    },
    ...{ created_at: '2025-01-01T00:00:00.000Z', updated_at: '2025-01-01T00:00:00.000Z', presence: null },
    stats: headerStats({ ...counts, playedThisYear: thisYear }),
    ...{ counts, totalHours: 1.5, followersCount: 1, followingCount: 1200, friendsCount: 2, streak: 0, favourites: [] },
    viewerSees: { library: true, activity: true, friends: true, badges: true },
    visitorSees: { profile: true, activity: true },
    ...{ viewerCan: { edit: false }, seenAs: null },
    ...more,
  } as Profile
  cleanup()
  render(
    <EnvContext value={{ renderedAt: Date.now() } as never}>
      <ProfileHead profile={profile} actions={<button type="button">Follow</button>} {...card} />
    </EnvContext>,
  )
}

/** The level with its title, then the badges. */
const marks = () =>
  within(screen.getByRole('list', { name: 'Level and badges' }))
    .getAllByRole('listitem')
    .map((item) => item.textContent?.trim())
const figure = (name: string) => screen.queryByText(name)?.closest('li')?.querySelector('b')?.textContent ?? null

test('the header shows the played games, those of this year, and the backlog [R-PROF-06, R-STAT-02]', () => {
  show({ played: 95, backlog: 30, thisYear: 19 })
  expect(['Completed or playing', 'New this year', 'Backlog'].map(figure)).toEqual(['95', '19', '30'])
})

test('the compact card has the names, the actions and a page’s own figures, and leaves the rest to the overview', () => {
  const bio = 'Plays slowly.'
  show({ played: 95 }, { bio })
  expect(screen.queryByText(bio)).not.toBeNull()
  show({ played: 95 }, { bio }, { isCompact: true })
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Ann')
  expect(screen.getByText(/@ann/)).toBeDefined()
  expect(screen.getByRole('button', { name: 'Follow' })).toBeDefined()
  expect(screen.queryByText(bio)).toBeNull()
  expect(figure('Completed or playing')).toBeNull()
  show({ played: 95 }, { bio }, { isCompact: true, figures: <p>111 games</p> })
  expect(screen.getByText('111 games')).toBeDefined()
})

test.each([
  [0, 'Level 1', '[R-PROF-07]'],
  [9, 'Level 1', '[R-PROF-07]'],
  [10, 'Level 2', '[R-PROF-07]'],
  [20, 'Level 3 Rising', '[R-PROF-09]'],
  [30, 'Level 4 Rising', '[R-PROF-09]'],
  [40, 'Level 5 Advanced', '[R-PROF-10]'],
  [80, 'Level 9 Advanced', '[R-PROF-10]'],
  [90, 'Level 10 Expert', '[R-PROF-11]'],
  [180, 'Level 19 Expert', '[R-PROF-11]'],
  [190, 'Level 20 Master', '[R-PROF-12]'],
])('%i played games are shown as %s %s', (played, shown, _rule) => {
  show({ played, backlog: 1000 })
  expect(marks()[0]).toBe(shown)
})

test.each([
  [{ played: 90, backlog: 1000 }, ['Pro', 'Gamer'], '[R-PROF-08, R-PROF-14]'],
  [{ played: 100, backlog: 1000 }, ['Pro', 'Veteran'], '[R-PROF-13]'],
  [{ played: 50, backlog: 1000 }, ['Gamer'], '[R-PROF-14]'],
  [{ played: 3, backlog: 1 }, ['Perfectionist'], '[R-PROF-16]'],
  [{ played: 1, backlog: 1 }, ['Finisher'], '[R-PROF-17]'],
  [{ played: 1, backlog: 3 }, ['Dedicated'], '[R-PROF-18]'],
  [{ played: 1, backlog: 4 }, [], '[R-PROF-18]'],
  [{ played: 20, backlog: 1000, thisYear: 19 }, [], '[R-PROF-19]'],
  [{ played: 20, backlog: 1000, thisYear: 20 }, ['Active year'], '[R-PROF-19]'],
])('%j is shown with the badges %j %s', (shelved, badges, _rule) => {
  show(shelved)
  expect(marks().slice(1)).toEqual(badges)
})

test('completion is shown in whole percent, with the figure that it relates to [R-PROF-15]', () => {
  show({ played: 3, backlog: 1 })
  expect(figure('Backlog cleared')).toBe('75 %')
  expect(screen.getByText('75 %').getAttribute('data-tip')).toBe('played vs. backlog')
  show({})
  expect(figure('Backlog cleared')).toBe('0 %')
})

test.each([
  [0, null],
  [1, '1'],
  [15, '15'],
  [16, '15+'],
])('a streak of %i days is shown as %s [R-PROF-20]', (streak, shown) => {
  show({}, { streak })
  expect(figure('Day streak')).toBe(shown)
})

test('the header shows no statistics of a library that the viewer may not see', () => {
  show({ played: 95 }, { stats: null, counts: null, totalHours: null, friendsCount: null })
  expect(screen.queryByRole('list', { name: 'Level and badges' })).toBeNull()
  expect(['Completed or playing', 'Backlog cleared', 'Total time'].map(figure)).toEqual([null, null, null])
  expect(screen.queryByText(/friends/)).toBeNull()
  expect(screen.getByText('1,200').parentElement?.textContent).toBe('1,200 following')
})
