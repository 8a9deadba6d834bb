import { beforeAll } from 'vitest'
import { addGames } from './fixtures.ts'
import { type Member, signUp } from './members.ts'
import { useTestApp } from './test-app.ts'

/** Starts an app with games, and returns helpers for tests of play sessions. */
export function usePlaySessionsApp() {
  const t = useTestApp()
  const G = 'rawg_900'
  const H = 'rawg_901'

  beforeAll(async () => {
    await addGames(t, [G, H])
    t.time.now = new Date('2026-11-20T20:00:00.789Z')
  })

  const fresh = () => signUp(t)

  const later = (minutes: number) => {
    t.time.now = new Date(t.time.now.getTime() + minutes * 60_000)
  }

  const add = (who: Member, body: object, game = G) => who.post(`/api/user/games/${game}/sessions`, body)

  const change = (who: Member, id: string, body: object, game = G) =>
    who.patch(`/api/user/games/${game}/sessions/${id}`, body)

  const drop = (who: Member, id: string, game = G) => who.delete(`/api/user/games/${game}/sessions/${id}`)

  const merge = (who: Member, session_ids: string[], game = G) =>
    who.post(`/api/user/games/${game}/sessions/merge`, { session_ids })

  const start = (who: Member, body: object = {}, game = G) => who.post(`/api/user/games/${game}/playthroughs`, body)
  const list = async (who: Member, game = G) => (await who.get(`/api/user/games/${game}/sessions`)).body
  const playLog = async (who: Member, game = G) => (await who.get(`/api/user/games/${game}/play-log`)).body
  const entryOf = async (who: Member, game = G) => (await who.get(`/api/library/${game}`)).body.entry
  const type = (who: Member, body: object, game = G) => who.put(`/api/library/${game}/progress`, body)

  const hoursHistory = async (who: Member, game = G) =>
    (await who.get(`/api/library/${game}/history`)).body.playTimeHistory.map(
      (row: { play_time: number }) => row.play_time,
    )

  const rowsOf = (who: Member) =>
    t.db.selectFrom('play_sessions').select(['id', 'minutes']).where('user_id', '=', who.user.id).execute()

  return { t, G, H, fresh, later, add, change, drop, merge, start, list, playLog, entryOf, type, hoursHistory, rowsOf }
}
