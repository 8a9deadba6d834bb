// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeServer, json, showPage } from '#tests/browser/fake-server.tsx'
import type { Friend } from '../friends.contract.ts'
import { FriendList } from './friend-list.tsx'

const net = fakeServer()

const friend = (name: string, status: Friend['presence']['status'], n: number) => ({
  id: `01900000-0000-7000-8000-00000000000${n}`,
  link_id: `link ${n}`,
  username: name.toLowerCase(),
  display_name: name,
  avatar_url: null,
  bio: null,
  online_status: 'offline',
  currentGame: null,
  presence: { status, currentGame: null },
})

async function open(friends: object[]) {
  net.answers['GET /api/friends'] = () => json(200, { data: friends, total: friends.length, nextCursor: null })
  showPage(<FriendList />)
  return within(await screen.findByRole('list', { name: 'Friends' })).getAllByRole('listitem')
}

test('friends who are here are bubbles, who play first, and every row has its ring [R-FRIEND-15] [R-FRIEND-21]', async () => {
  const rows = await open([friend('Ann', 'offline', 1), friend('Bo', 'online', 2), friend('Cy', 'gaming', 3)])
  const bubbles = within(screen.getByRole('list', { name: 'Who is here' })).getAllByRole('link')
  expect(bubbles.map((bubble) => bubble.dataset.ring)).toEqual(['gaming', 'online'])
  expect(bubbles.map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('Cy, playing'),
    expect.stringContaining('Bo, online'),
  ])
  const rings = rows.map((row) => /avatar-(\w+)/.exec(row.querySelector('.avatar')?.className ?? '')?.[1])
  expect(rings).toEqual(['offline', 'online', 'gaming'])
})

test('nobody stands above the list when all friends are away', async () => {
  await open([friend('Ann', 'offline', 1), friend('Bo', 'offline', 2)])
  expect(screen.queryByRole('list', { name: 'Who is here' })).toBeNull()
})
