// @vitest-environment happy-dom
import { cleanup } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { Profile } from '#features/profiles/profiles.contract.ts'
import type { ListId } from '#shared/ids.ts'
import { showPage } from '#tests/browser/fake-server.tsx'
import { AtomLinks, ListAtomLink } from './atom.widgets.tsx'

afterEach(cleanup)

const linksOf = (visitorSees: Profile['visitorSees']) => {
  const profile = { id: 'ann', username: 'ann', display_name: 'Ann', visitorSees } as Profile
  showPage(<AtomLinks profile={profile} />)
  return shownLinks()
}
const shownLinks = () => {
  const links = [...document.head.querySelectorAll('link[rel=alternate][type="application/atom+xml"]')]
  return links.map((link) => [link.getAttribute('title'), link.getAttribute('href')])
}

test('the page of a member links to the feeds that a visitor may read', () => {
  expect(linksOf({ profile: true, activity: true })).toEqual([
    ['Reviews by Ann', 'http://here.example/feeds/ann/reviews.atom'],
    ['Lists by Ann', 'http://here.example/feeds/ann/lists.atom'],
    ['Activity of Ann', 'http://here.example/feeds/ann/activity.atom'],
  ])
})

test('it does not link to a feed that visitors may not read', () => {
  expect(linksOf({ profile: true, activity: false }).map(([title]) => title)).toEqual([
    'Reviews by Ann',
    'Lists by Ann',
  ])
  cleanup()
  expect(linksOf({ profile: false, activity: false })).toEqual([])
})

test('the page of a list links to the feed of its games', () => {
  showPage(<ListAtomLink list={{ id: 'rainy' as ListId, title: 'Rainy days' }} />)
  expect(shownLinks()).toEqual([['Rainy days', 'http://here.example/feeds/lists/rainy/games.atom']])
})
