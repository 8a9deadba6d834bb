import { expect, test } from 'vitest'
import { seededRandom } from '#db/seed/seeded-random.ts'
import { FIELD_RULES, RULES_OF } from '#features/library/imported-fields.rules.ts'
import { STATUSES } from '#features/library/library.rules.ts'
import { useImportsApp, yamtrack } from '#tests/support/imports-app.ts'
import type { Member } from '#tests/support/members.ts'

// Ann imports, edits, and undoes the import. Bob only edits. Their libraries must be equal in the end.
const { app, ann, bob, read, step, stateOf } = useImportsApp()
type Random = ReturnType<typeof seededRandom>

const GAMES = ['igdb_1', 'igdb_4', 'igdb_5', 'igdb_6', 'igdb_7', 'igdb_8']
const NAMES = ['Marmot Quest', 'Badgers & Bees', 'Heron', 'Lynx Patrol', 'Marten and Co', 'Stoat Story']

interface Entry {
  game_id: string
  status: string
  user_rating: number | null
  is_liked: boolean
  play_time: number
  undated_hours: number
  completion_percentage: number
  notes: string | null
}
const entries = (member: Member): Promise<Entry[]> =>
  app.db
    .selectFrom('user_games')
    .where('user_id', '=', member.user.id)
    .select([
      'game_id',
      'status',
      'user_rating',
      'is_liked',
      'play_time',
      'undated_hours',
      'completion_percentage',
      'notes',
    ])
    .orderBy('game_id')
    .execute()
const played = (member: Member) =>
  app.db
    .selectFrom('playthroughs')
    .where('user_id', '=', member.user.id)
    .select(['game_id', 'platform', 'finished_on', 'finish_level'])
    .orderBy('game_id')
    .orderBy('id')
    .execute()
const newest = async (member: Member) => {
  const points = await app.db
    .selectFrom('game_progress_history')
    .where('user_id', '=', member.user.id)
    .select(['game_id', 'play_time', 'completion_percentage'])
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return Object.fromEntries(points.map(({ game_id, ...point }) => [game_id, point]))
}

const of = <T>(random: Random, list: readonly T[]): T => list[random.whole(0, list.length - 1)] as T
const later = () => {
  app.time.now = new Date(app.time.now.getTime() + 60_000)
}

/** Gives both members the same library. */
async function fillLibraries(random: Random): Promise<void> {
  for (const game_id of GAMES) {
    if (random.chance(0.4)) continue
    const entry = {
      game_id,
      status: of(random, STATUSES),
      ...(random.chance(0.5) && { user_rating: random.whole(1, 10) }),
      is_liked: random.chance(0.3),
    }
    const notes = random.chance(0.5) ? `Before ${game_id}` : null
    const hours = random.chance(0.5) ? random.whole(1, 40) : null
    for (const member of [ann, bob]) {
      await member.post('/api/library', entry)
      if (notes) await member.patch(`/api/library/${game_id}`, { notes })
      if (hours) await member.put(`/api/library/${game_id}/progress`, { play_time: hours, status: entry.status })
    }
    later()
  }
}

const STATUS_WORDS = ['Planning', 'In progress', 'Completed', 'Dropped']
function randomFile(random: Random): string {
  const lines = NAMES.flatMap((name, at) => {
    if (random.chance(0.2)) return []
    const status = of(random, STATUS_WORDS)
    const day = status === 'Completed' && random.chance(0.7) ? `20${random.whole(10, 25)}-05-07` : ''
    const notes = random.chance(0.5) ? `Imported ${at}` : ''
    const score = random.chance(0.7) ? random.whole(1, 10) : ''
    return [[(GAMES[at] ?? '').slice(5), name, score, random.whole(0, 99), status, '', day, notes]]
  })
  return yamtrack(...lines)
}

/** Edits a game of the library once for each of the given members; `value` differs from what an import writes. */
async function edit(random: Random, members: readonly Member[], entry: Entry): Promise<string> {
  const { game_id } = entry
  const kind = of(random, ['status', 'rating', 'liked', 'notes', 'hours', 'session'])
  const send = async (work: (member: Member) => Promise<{ status: number; body: unknown }>) => {
    for (const member of members) {
      const { status, body } = await work(member)
      if (status >= 300) throw new Error(`${kind}: ${status} ${JSON.stringify(body)}`)
    }
  }
  const change = (body: object) => send((member) => member.patch(`/api/library/${game_id}`, body))
  if (kind === 'status')
    await change({
      status: of(
        random,
        STATUSES.filter((status) => status !== entry.status),
      ),
    })
  if (kind === 'rating') await change({ user_rating: ((entry.user_rating ?? 0) % 10) + 1 })
  if (kind === 'liked') await change({ is_liked: !entry.is_liked })
  if (kind === 'notes') await change({ notes: `Edited ${random.whole(1, 1e9)}` })
  if (kind === 'hours')
    await send((member) =>
      member.put(`/api/library/${game_id}/progress`, { play_time: 500 + random.whole(1, 1) + entry.play_time }),
    )
  if (kind === 'session')
    await send((member) => member.post(`/api/user/games/${game_id}/sessions`, { minutes: 90, played_on: '2026-11-20' }))
  return kind
}

test('after an import, edits and an undo the library is as the edits alone would have made it', async () => {
  let edited = 0
  for (let round = 0; round < 25; round += 1) {
    const random = seededRandom(`undo ${round}`)
    for (const table of ['imports', 'game_progress_history', 'user_games'] as const)
      await app.db.deleteFrom(table).execute()
    await fillLibraries(random)
    const before = new Set((await entries(bob)).map(({ game_id }) => game_id))
    const id = await read(ann, randomFile(random))
    const { rules } = await stateOf(ann, id)
    for (const field of Object.keys(RULES_OF) as (keyof typeof RULES_OF)[])
      rules[field] = of(
        random,
        FIELD_RULES.filter((rule) => RULES_OF[field].includes(rule)),
      )
    await ann.put(`/api/imports/${id}/rules`, rules)
    await app.work()
    if ((await stateOf(ann, id)).counts.waiting === 0) continue
    later()
    await step(ann, id, 'apply')
    later()
    const kinds = new Map<string, string>()
    for (const entry of await entries(ann)) {
      if (random.chance(0.5)) continue
      const isOwn = before.has(entry.game_id)
      // A session begins a game that is wanted: what it does depends on the status at that moment.
      const isWanted =
        isOwn && entry.status !== (await entries(bob)).find((each) => each.game_id === entry.game_id)?.status
      if (isWanted) continue
      kinds.set(entry.game_id, await edit(random, isOwn ? [ann, bob] : [ann], entry))
      edited += 1
      later()
    }
    const imported = await entries(ann)
    await step(ann, id, 'undo')
    const now = await entries(ann)
    const label = `round ${round}`
    const own = ({ game_id }: { game_id: string }) => before.has(game_id)
    const bobs = await entries(bob)
    expect(now.filter(own), label).toEqual(bobs)
    // A session stands in a playthrough, which may be one of the import.
    const withoutSessions = ({ game_id }: { game_id: string }) => own({ game_id }) && kinds.get(game_id) !== 'session'
    expect((await played(ann)).filter(withoutSessions), label).toEqual((await played(bob)).filter(withoutSessions))
    const points = await newest(ann)
    for (const { game_id, play_time } of bobs)
      if (points[game_id]) expect(points[game_id].play_time, `${label} ${game_id}`).toBe(play_time)
    // Games of the import alone: gone, or with nothing but what Ann has changed.
    const added = imported.filter((entry) => !own(entry))
    for (const entry of added) {
      const left = now.find(({ game_id }) => game_id === entry.game_id)
      const kind = kinds.get(entry.game_id)
      if (kind === undefined) expect(left, `${label} ${entry.game_id}`).toBeUndefined()
      else
        expect(left, `${label} ${entry.game_id} ${kind}`).toEqual({
          game_id: entry.game_id,
          status: entry.status,
          user_rating: kind === 'rating' ? entry.user_rating : null,
          is_liked: kind === 'liked' ? entry.is_liked : false,
          play_time: kind === 'hours' ? entry.play_time : kind === 'session' ? 1.5 : 0,
          undated_hours: kind === 'hours' ? entry.undated_hours : 0,
          // A completed game is completed to 100 %.
          completion_percentage: entry.status === 'completed' ? 100 : 0,
          notes: kind === 'notes' ? entry.notes : null,
        })
    }
  }
  expect(edited).toBeGreaterThan(30)
}, 240_000)
