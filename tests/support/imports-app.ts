import { beforeAll, beforeEach, expect } from 'vitest'
import { type ExternalId, NOTHING_KNOWN, type SourceGame } from '#features/catalogue/server/sources/source.ts'
import { storeGames } from '#features/catalogue/server/stored-games/store-games.ts'
import type { GameId } from '#shared/ids.ts'
import { type Member, signUp } from './members.ts'
import { type Answer, useTestApp } from './test-app.ts'

const HEADER =
  'media_id,source,media_type,title,image,season_number,episode_number,score,progress,status,start_date,end_date,notes,progressed_at'

/** A table of Yamtrack. Each line: id at IGDB, title, score, hours, status, start, end, notes. */
export const yamtrack = (...lines: readonly (readonly (string | number)[])[]): string =>
  [
    HEADER,
    ...lines.map(([id = '', title = '', score = '', hours = '', status = '', start = '', end = '', notes = '']) =>
      [
        id,
        'igdb',
        'game',
        title,
        '',
        '',
        '',
        score,
        hours === '' ? '' : `${hours}h`,
        status,
        start,
        end,
        notes,
        '',
      ].join(','),
    ),
  ].join('\n')

const game = (id: string, name: string, year: number, more: Partial<SourceGame> = {}): SourceGame => ({
  ...NOTHING_KNOWN,
  id: id as GameId,
  name,
  firstReleaseDate: Date.UTC(year, 5, 1) / 1000,
  platforms: [{ id: 6, name: 'PC (Microsoft Windows)' }],
  renown: 50,
  ...more,
})

/** Two games are named Otter. */
const GAMES = [
  game('igdb_1', 'Marmot Quest', 2001, { externalIds: [{ source: 'igdb_slug', uid: 'marmot-quest' } as ExternalId] }),
  game('igdb_2', 'Otter', 1993),
  game('igdb_3', 'Otter', 2016),
  game('igdb_4', 'Badgers & Bees', 2010),
  game('igdb_5', 'Heron', 2012),
  game('igdb_6', 'Lynx Patrol', 2014),
  game('igdb_7', 'Marten and Co', 2015),
  game('igdb_8', 'Stoat Story', 2018),
]

/** Starts an app with a few games and two members, whose libraries and imports are empty before each test. */
export function useImportsApp(settings: Record<string, string> = {}) {
  const app = useTestApp(settings)
  const ann = {} as Member
  const bob = {} as Member
  beforeAll(async () => {
    await storeGames(app.db, GAMES, 'igdb')
    Object.assign(ann, await signUp(app))
    Object.assign(bob, await signUp(app))
  })
  beforeEach(async () => {
    app.time.now = new Date('2026-11-20T12:00:00Z')
    app.queue.length = 0
    for (const table of ['imports', 'game_progress_history', 'user_games', 'reviews', 'own_shelves'] as const)
      await app.db.deleteFrom(table).execute()
  })

  function upload(member: Member, content: string | Buffer, name = 'games.csv'): Promise<Answer> {
    const form = new FormData()
    form.set('file', new File([new Uint8Array(Buffer.from(content))], name))
    return member.post(`/api/imports?name=${encodeURIComponent(name)}`, form)
  }
  /** Uploads a file, lets the jobs run, and returns the id of the import. */
  async function read(member: Member, content: string | Buffer, name?: string): Promise<string> {
    const answer = await upload(member, content, name)
    expect([answer.status, answer.body.error]).toEqual([201, undefined])
    await app.work()
    return answer.body.import.id
  }
  /** Takes a step of an import, and lets the jobs run. */
  async function step(member: Member, id: string, name: 'apply' | 'undo'): Promise<void> {
    expect((await member.post(`/api/imports/${id}/${name}`)).status).toBe(200)
    await app.work()
  }
  async function write(member: Member, content: string | Buffer, name?: string): Promise<string> {
    const id = await read(member, content, name)
    await step(member, id, 'apply')
    return id
  }
  const stateOf = async (member: Member, id: string) => (await member.get(`/api/imports/${id}`)).body.import
  const rowsOf = async (member: Member, id: string, filter = 'all') =>
    (await member.get(`/api/imports/${id}/rows?filter=${filter}`)).body.rows
  const library = (member: Member) =>
    app.db
      .selectFrom('user_games')
      .where('user_id', '=', member.user.id)
      .select(['game_id', 'status', 'user_rating', 'is_liked', 'play_time', 'completion_percentage', 'notes'])
      .orderBy('game_id')
      .execute()
  return { app, ann, bob, upload, read, step, write, stateOf, rowsOf, library }
}
