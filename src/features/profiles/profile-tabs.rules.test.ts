import { expect, test } from 'vitest'
import { tabAddress, tabOf, tabsOf } from './profile-tabs.rules.ts'
import type { Profile } from './profiles.contract.ts'

const profileWith = (sees: Partial<Profile['viewerSees']>, more: Partial<Profile> = {}) =>
  ({
    id: '0197a1b2-0000-7000-8000-000000000001',
    counts: { want_to_play: 1, playing: 2, completed: 3, dropped: 1000 },
    friendsCount: 4,
    seenAs: null,
    viewerSees: { library: true, activity: true, friends: true, badges: true, ...sees },
    visitorSees: { profile: true, activity: true },
    ...more,
  }) as Profile
const labels = (profile: Profile, isOwnPage: boolean) =>
  tabsOf(profile, 'games', isOwnPage).map(({ label, count }) => [label, count])

test('others see the tabs that visibility allows, and the owner sees all (G30)', () => {
  const all = [
    ['Overview', null],
    ['Games', '1,006'],
    ['Activity', null],
    ['Friends', '4'],
    ['Challenges', null],
    ['Reviews', null],
    ['Lists', null],
    ['Badges', null],
  ]
  expect(labels(profileWith({}), false)).toEqual(all)
  expect(labels(profileWith({}), true)).toEqual([...all, ['Journal', null]])
  expect(labels(profileWith({ library: false, friends: false }), false)).toEqual([all[0], all[2], ...all.slice(5)])
  expect(labels(profileWith({ badges: false }), false)).toEqual(all.slice(0, 7))
})

test('an address opens its tab, and the overview if that is closed or unknown (C56)', () => {
  const at = (tab: string, sees: Partial<Profile['viewerSees']> = {}) =>
    tabOf(profileWith(sees), new URLSearchParams({ tab }))
  expect(['games', 'activity', 'friends', 'overview', 'journal', ''].map((tab) => at(tab))).toEqual([
    'games',
    'activity',
    'friends',
    'overview',
    'overview',
    'overview',
  ])
  expect(at('games', { library: false })).toBe('overview')
  expect(at('activity', { activity: false })).toBe('overview')
  expect(at('friends', { friends: false })).toBe('overview')
  expect(at('list', { library: false, activity: false, friends: false })).toBe('list')
  expect(at('challenges')).toBe('challenges')
  expect(at('challenges', { library: false })).toBe('overview')
  expect(at('challenges', { activity: false })).toBe('overview')
})

test('each of the owner’s tabs has its own address, and others’ tabs share one address with ?tab= (C56)', () => {
  const profile = profileWith({})
  expect(tabAddress(profile, 'friends', true, null)).toBe('/profile/friends')
  expect(tabAddress(profile, 'overview', true, null)).toBe('/profile')
  expect(tabAddress(profile, 'friends', false, null)).toBe(`/profile/${profile.id}?tab=friends`)
  expect(tabAddress(profile, 'friends', false, 'guest')).toBe(`/profile/${profile.id}?tab=friends&as=guest`)
})
