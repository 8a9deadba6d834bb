import { beforeAll } from 'vitest'
import { addGames } from './fixtures.ts'
import { type Member, signUp } from './members.ts'
import { useTestApp } from './test-app.ts'

/** Starts an app, stores these games, and returns helpers for tests of the library. */
export function useLibraryApp(games: readonly string[] = []) {
  const t = useTestApp()

  beforeAll(async () => {
    if (games.length > 0) await addGames(t, games)
  })

  /** Signs up a member with an empty library. */
  const fresh = () => signUp(t)
  const rowsOf = (who: Member) =>
    t.db.selectFrom('user_games').selectAll().where('user_id', '=', who.user.id).orderBy('game_id').execute()
  const historyRowsOf = (who: Member) =>
    t.db.selectFrom('game_progress_history').selectAll().where('user_id', '=', who.user.id).execute()
  const shelve = (who: Member, id: string, more: object = {}) => who.post('/api/library', { game_id: id, ...more })
  const log = (who: Member, id: string, draft: object) => who.put(`/api/library/${id}/progress`, draft)

  /** Advances the server's clock. */
  const later = (minutes: number) => {
    t.time.now = new Date(t.time.now.getTime() + minutes * 60_000)
  }

  return { t, fresh, rowsOf, historyRowsOf, shelve, log, later }
}
