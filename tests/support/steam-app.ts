import { afterAll, beforeEach, expect } from 'vitest'
import { type FakeAccount, type FakeSteamGame, STEAM_KEY, startFakeSteam } from './fake-steam.ts'
import { useImportsApp } from './imports-app.ts'
import type { Member } from './members.ts'

export const ROBIN = '76561197960287930'
export const WREN = '76561197960287931'

/** Seconds of an instant, as Steam writes them. */
export const seconds = (at: string) => Date.parse(at) / 1000

/**
 * Starts an app whose members link accounts of a Steam over real HTTP. Robin has two games that the catalogue knows and
 * one that it does not. Before each test nothing is linked, and the day has no requests.
 */
export async function useSteamApp(settings: Record<string, string> = {}) {
  const steam = await startFakeSteam()
  afterAll(() => steam.close())
  const world = useImportsApp({
    STEAM_API_KEY: STEAM_KEY,
    STEAM_URL: steam.url,
    LOG_LEVEL: 'warn',
    ...settings,
  })
  const { app, step } = world
  const robin = {} as FakeAccount
  beforeEach(async () => {
    steam.failWith(null)
    steam.key = STEAM_KEY
    steam.requests.length = 0
    Object.assign(robin, {
      id: ROBIN,
      vanity: 'robin',
      persona: 'Robin',
      games: [
        { appid: 20, name: 'Heron', playtime_forever: 90, rtime_last_played: seconds('2026-10-01T10:00:00Z') },
        { appid: 30, name: 'Lynx Patrol', playtime_forever: 0, rtime_last_played: 0 },
        { appid: 40, name: 'Xyzzyplugh of the Attic', playtime_forever: 30 },
      ],
      hides: undefined,
    } satisfies Record<keyof FakeAccount, unknown>)
    steam.accounts = [robin, { id: WREN, persona: 'Wren', games: [] }]
    await app.db.deleteFrom('steam_links').execute()
    const day = new Date('1970-01-01').toISOString().slice(0, 10)
    const none = { pause: null, paused_until: null, pauses: 0, key_mark: null }
    await app.db
      .updateTable('steam_state')
      .set({ day, requests: 0, ...none })
      .execute()
  })

  const steamOf = async (member: Member) => (await member.get('/api/steam')).body
  const gamesOf = async (member: Member, filter: string) =>
    (await member.get(`/api/steam/games?filter=${filter}`)).body.games
  /** Links the account of Robin, and lets the first sync run. Its import waits for the member. */
  async function link(member: Member, profile = 'robin') {
    const answer = await member.post('/api/steam/link', { profile })
    expect([answer.status, answer.body.error]).toEqual([200, undefined])
    await app.work()
    return steamOf(member)
  }
  /** Links the account, and writes the import of its first sync. */
  async function linkAndImport(member: Member): Promise<string> {
    const { link: linked } = await link(member)
    const id = linked.last.import_id
    await step(member, id, 'apply')
    return id
  }
  async function sync(member: Member, body: object = {}) {
    const answer = await member.post('/api/steam/sync', body)
    expect([answer.status, answer.body?.error]).toEqual([202, undefined])
    await app.work()
    return (await steamOf(member)).link
  }
  /** Robin plays: Steam counts more minutes, and the last time. */
  function plays(appid: number, minutes: number, at?: string): void {
    const game = robin.games.find((one) => one.appid === appid) as FakeSteamGame
    game.playtime_forever += minutes
    if (at) game.rtime_last_played = seconds(at)
  }
  const sessions = (member: Member) =>
    app.db
      .selectFrom('play_sessions')
      .where('user_id', '=', member.user.id)
      .select(['game_id', 'played_on', 'minutes', 'origin'])
      .orderBy('game_id')
      .orderBy('played_on')
      .orderBy('origin', 'desc')
      .execute()
  const hours = async (member: Member) =>
    Object.fromEntries((await world.library(member)).map(({ game_id, play_time }) => [game_id, play_time]))
  return { ...world, steam, robin, steamOf, gamesOf, link, linkAndImport, sync, plays, sessions, hours }
}
