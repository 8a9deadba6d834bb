import { beforeAll, beforeEach } from 'vitest'
import { tag } from '#server/tags.ts'
import { addGames } from './fixtures.ts'
import { type Member, useMember } from './members.ts'
import { type Answer, type TestEdges, useTestApp } from './test-app.ts'

const START = new Date('2026-11-01T12:00:00Z')

/** Starts an app with an admin, a member and some games, and helpers for playlists, which go with each test. */
export function usePlaylistsApp(settings: Record<string, string> = {}, edges: TestEdges = {}) {
  const app = useTestApp(settings, edges)
  const root: Member = useMember(app, { username: 'root', displayName: 'Root', becomeAdmin: true })
  const ann: Member = useMember(app, { username: 'ann' })
  const GAMES = Array.from({ length: 101 }, (_, at) => `igdb_${101 + at}`)

  beforeAll(() => addGames(app, GAMES))
  beforeEach(async () => {
    app.time.now = new Date(START)
    for (const table of ['playlists', 'audit_log'] as const) await app.db.deleteFrom(table).execute()
    await app.settle([tag.allPlaylists, tag.games])
  })

  const later = (milliseconds: number) => {
    app.time.now = new Date(app.time.now.getTime() + milliseconds)
  }
  const draftOf = (more: object = {}) => ({
    title: 'Rainy days',
    gameIds: GAMES.slice(0, 3),
    isPublished: true,
    ...more,
  })
  /** Waits until the caches have received what the write announced. */
  async function settled(write: Promise<Answer>): Promise<Answer> {
    const answer = await write
    await app.settle()
    return answer
  }
  const create = (more: object = {}) => settled(root.post('/api/playlists', draftOf(more)))
  /** Creates a playlist, a second after the one before, and returns it. */
  async function make(more: object = {}) {
    later(1000)
    const { status, body } = await create(more)
    if (status !== 201) throw new Error(`creating failed: ${status} ${JSON.stringify(body)}`)
    return body.playlist
  }
  const put = (id: string, more: object = {}) => settled(root.put(`/api/playlists/${id}`, draftOf(more)))
  const publish = (id: string, isPublished: boolean) =>
    settled(root.put(`/api/playlists/${id}/published`, { isPublished }))
  /** Returns everything that is stored about playlists. */
  const stored = async () => ({
    playlists: await app.db.selectFrom('playlists').selectAll().orderBy('id').execute(),
    games: await app.db
      .selectFrom('playlist_games')
      .selectAll()
      .orderBy('playlist_id')
      .orderBy('display_order')
      .execute(),
    slugs: await app.db.selectFrom('playlist_slugs').selectAll().orderBy('slug').execute(),
    auditLog: await app.db.selectFrom('audit_log').selectAll().orderBy('id').execute(),
  })
  return { app, root, ann, GAMES, later, draftOf, create, make, put, publish, stored }
}
