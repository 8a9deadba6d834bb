import { expect, test } from 'vitest'
import type { UserId } from '#shared/ids.ts'
import { addGames } from '#tests/support/fixtures.ts'
import { useMember } from '#tests/support/members.ts'
import { useTestApp } from '#tests/support/test-app.ts'
import { listUsedEntries } from './imported.queries.ts'

const app = useTestApp()
const ann = useMember(app)
const GAMES = ['igdb_501', 'igdb_502', 'igdb_503', 'igdb_504']
const [A = '', B = '', C = ''] = GAMES

test('the undo of an import leaves games that the member has put on a shelf, owns or times', async () => {
  await addGames(app, GAMES)
  for (const game_id of GAMES) await ann.post('/api/library', { game_id })
  const { shelf } = (await ann.post('/api/library/shelves', { name: 'Co-op' })).body
  await ann.post('/api/library/bulk/shelf', { game_ids: [A], shelf_id: shelf.id, is_on: true })
  await ann.post(`/api/library/${B}/copies`, { is_physical: true })
  await ann.post('/api/user/timer', { game_id: C })
  expect((await listUsedEntries(app.db, ann.user.id as UserId, GAMES)).sort()).toEqual([A, B, C])
})
