import { sql } from 'kysely'
import { expect } from 'vitest'
import type { SeededRandom } from '#db/seed/seeded-random.ts'
import { STATUSES, type Status, statusAfterPlaying, statusAfterProgress } from '#features/library/library.rules.ts'
import { endOfSession, FINISH_LEVELS, statusAfterSession } from '#features/play-log/play-sessions.rules.ts'
import {
  become,
  cents,
  datedOf,
  type Entry,
  hoursOf,
  type Model,
  newEntry,
  oldestFirst,
  recalculate,
  type Session,
  writeRow,
} from './ledger-model.ts'
import type { Member } from './members.ts'
import type { TestApp } from './test-app.ts'

/** One member, their play logs, and the actions that they may take. */
export class LedgerPlayer {
  readonly model: Model = { entries: new Map(), timer: null }
  readonly did: string[] = []
  readonly app: TestApp
  readonly games: readonly string[]
  readonly who: Member
  readonly random: SeededRandom
  constructor(app: TestApp, games: readonly string[], who: Member, random: SeededRandom) {
    this.app = app
    this.games = games
    this.who = who
    this.random = random
  }

  one<T>(all: readonly T[]): T | undefined {
    return all[this.random.whole(0, all.length - 1)]
  }

  private entry(game: string, status: Status): Entry {
    const known = this.model.entries.get(game)
    if (known) return known
    const made = newEntry(status)
    this.model.entries.set(game, made)
    return made
  }

  /** Returns the playthrough for a session that names none; creates the first playthrough for it. */
  private async playthroughFor(entry: Entry, game: string): Promise<string> {
    const open = oldestFirst(entry.playthroughs).at(-1)
    if (open) return open.id
    const { playthroughs } = (await this.who.get(`/api/user/games/${game}/play-log`)).body
    expect(playthroughs).toMatchObject([{ finish_level: 'unfinished' }])
    const { id, started_on } = playthroughs[0]
    entry.playthroughs.push({ id, started_on, finish_level: 'unfinished' })
    return id
  }

  private async ok(doing: string, asked: ReturnType<Member['post']>) {
    this.did.push(doing)
    const { status, body } = await asked
    expect([doing, status, status < 300 ? null : body]).toEqual([doing, status < 300 ? status : 200, null])
    return body
  }

  async step(): Promise<void> {
    const { who, random, model } = this
    const now = new Date(this.app.time.now.getTime() + random.whole(1, 600) * 60_000)
    this.app.time.now = now
    const today = now.toISOString().slice(0, 10)
    const game = this.one(this.games) as string
    const path = `/api/user/games/${game}`
    const known = model.entries.get(game)
    const some = known && this.one(known.sessions)
    const minutes = random.whole(1, 300)
    const day = new Date(now.getTime() - random.whole(0, 40) * 86_400_000).toISOString().slice(0, 10)
    const acts: [weight: number, () => Promise<void>][] = [
      [4, () => this.log(game, now)],
      [4, () => this.press(game, now, today)],
      [
        4,
        async () => {
          const chosen = known && random.chance(0.5) ? this.one(known.playthroughs) : undefined
          const body = { minutes, played_on: day, ...(chosen && { playthrough_id: chosen.id }) }
          const { session } = await this.ok(`write ${game} ${JSON.stringify(body)}`, who.post(`${path}/sessions`, body))
          const entry = this.entry(game, 'playing')
          become(entry, statusAfterSession(known ? entry.status : null))
          const playthrough = chosen?.id ?? (await this.playthroughFor(entry, game))
          entry.sessions.push({
            id: session.id,
            playthrough,
            minutes,
            playedOn: day,
            endedAt: endOfSession(day, today, now),
          })
          recalculate(entry)
        },
      ],
      [
        1,
        async () => {
          const { playthrough } = await this.ok(`start ${game}`, who.post(`${path}/playthroughs`, { platform: 'PC' }))
          const entry = this.entry(game, 'playing')
          become(entry, statusAfterSession(known ? entry.status : null))
          entry.playthroughs.push({ id: playthrough.id, started_on: null, finish_level: 'unfinished' })
        },
      ],
      [2, () => this.time(game, now, today)],
      [
        1,
        async () => {
          if (known) return
          const status = this.one(STATUSES) as Status
          await this.ok(`shelve ${game} ${status}`, who.post('/api/library', { game_id: game, status }))
          this.entry(game, status)
        },
      ],
    ]
    if (known)
      acts.push(
        [
          1,
          async () => {
            const status = this.one(STATUSES) as Status
            await this.ok(`mark ${game} ${status}`, who.patch(`/api/library/${game}/status`, { status }))
            become(known, status)
          },
        ],
        [1, () => this.markMany(known, game)],
        [
          0.4,
          async () => {
            await this.ok(`remove ${game}`, who.delete(`/api/library/${game}`))
            model.entries.delete(game)
            if (model.timer?.game === game) model.timer = null
          },
        ],
      )
    const finished = known && this.one(known.playthroughs)
    if (known && finished)
      acts.push(
        [
          1,
          async () => {
            const finish_level = this.one(FINISH_LEVELS) as string
            await this.ok(
              `finish ${finish_level}`,
              who.patch(`${path}/playthroughs/${finished.id}`, { finish_level, finished_on: null }),
            )
            finished.finish_level = finish_level
          },
        ],
        [
          0.5,
          async () => {
            await this.ok(`forget playthrough ${finished.id}`, who.delete(`${path}/playthroughs/${finished.id}`))
            known.playthroughs = known.playthroughs.filter(({ id }) => id !== finished.id)
            known.sessions = known.sessions.filter(({ playthrough }) => playthrough !== finished.id)
            if (model.timer?.playthrough === finished.id) model.timer.playthrough = null
            recalculate(known)
          },
        ],
      )
    if (known && some)
      acts.push([3, () => this.edit(known, some, game, now, today)], [3, () => this.merge(known, some, game)])
    if (known && some)
      acts.push([
        2,
        async () => {
          const { balance } = known
          await this.ok(`delete ${some.minutes} of ${game}`, who.delete(`${path}/sessions/${some.id}`))
          known.sessions = known.sessions.filter(({ id }) => id !== some.id)
          recalculate(known)
          if (random.chance(0.4)) return
          // "Undo" writes the same session again, which restores the total.
          const { session } = await this.ok(
            'bring it back',
            who.post(`${path}/sessions`, {
              minutes: some.minutes,
              played_on: some.playedOn,
              playthrough_id: some.playthrough,
              correct: true,
              undated_hours: Math.min(0, balance),
            }),
          )
          become(known, statusAfterSession(known.status))
          known.sessions.push({ ...some, id: session.id, endedAt: endOfSession(some.playedOn, today, now) })
          known.balance = balance
          recalculate(known, true)
        },
      ])
    let left = random.next() * acts.reduce((sum, [weight]) => sum + weight, 0)
    let act = acts[0]?.[1]
    for (const [weight, one] of acts) {
      if (left >= 0) act = one
      left -= weight
    }
    await act?.()
  }

  /** Saves the log dialog with any numbers, as totals. */
  private async log(game: string, now: Date): Promise<void> {
    const { random } = this
    const known = this.model.entries.get(game)
    const draft: {
      play_time?: number
      completion_percentage?: number
      achievements_completed?: number
      status?: Status
    } = {}
    if (random.chance(0.6)) draft.play_time = random.whole(0, random.chance(0.5) ? 3000 : 200) / 100
    if (random.chance(0.5)) draft.completion_percentage = this.one([0, 5, 33.33, 60, 99.5, 100]) as number
    if (random.chance(0.3)) draft.achievements_completed = random.whole(0, 5)
    if (random.chance(0.2)) draft.status = this.one(STATUSES) as Status
    if (Object.keys(draft).length === 0) return
    await this.ok(`log ${game} ${JSON.stringify(draft)}`, this.who.put(`/api/library/${game}/progress`, draft))
    const entry = this.entry(game, 'playing')
    const before = { hours: hoursOf(entry), completion: entry.completion }
    const status = statusAfterProgress({
      sent: draft.status,
      completion: draft.completion_percentage,
      current: known ? entry.status : null,
    })
    become(entry, status, draft.completion_percentage)
    if (draft.play_time !== undefined) entry.balance = cents(draft.play_time - datedOf(entry))
    if (draft.play_time !== undefined || draft.completion_percentage !== undefined) {
      const point = { hours: hoursOf(entry), completion: entry.completion }
      if (point.hours > before.hours || point.completion > before.completion) entry.undatedAt = now
      writeRow(entry.history, point, false, { hours: 0, completion: 0 })
    }
    if (draft.achievements_completed !== undefined) {
      entry.achievements = draft.achievements_completed
      writeRow(entry.achieved, entry.achievements, false, 0)
    }
  }

  /** Presses "+ 30 min", and sometimes its "Undo". */
  private async press(game: string, now: Date, today: string): Promise<void> {
    const known = this.model.entries.get(game)
    const shown = known ? hoursOf(known) : 0
    const status = statusAfterPlaying(known?.status ?? null)
    const put = (body: object) => this.who.put(`/api/library/${game}/progress`, body)
    const { session } = await this.ok(
      `+ 30 min ${game}`,
      put({ play_time: shown + 0.5, status, played: { minutes: 30, played_on: today } }),
    )
    const entry = this.entry(game, 'playing')
    const before = { status: entry.status, length: entry.history.length, isNew: known === undefined }
    become(entry, status)
    const playthrough = await this.playthroughFor(entry, game)
    entry.sessions.push({ id: session.id, playthrough, minutes: 30, playedOn: today, endedAt: now })
    recalculate(entry)
    if (before.isNew || this.random.chance(0.5)) return
    await this.ok('undo it', put({ play_time: shown, status: before.status, correct: true, take_back: session.id }))
    become(entry, before.status)
    entry.sessions.pop()
    recalculate(entry, true)
  }

  private async edit(entry: Entry, session: Session, game: string, now: Date, today: string): Promise<void> {
    const { random } = this
    const changes: { minutes?: number; played_on?: string; playthrough_id?: string } = {}
    if (random.chance(0.6)) changes.minutes = random.whole(1, 1440)
    if (random.chance(0.4))
      changes.played_on = new Date(now.getTime() - random.whole(0, 40) * 86_400_000).toISOString().slice(0, 10)
    if (random.chance(0.3)) changes.playthrough_id = (this.one(entry.playthroughs) as { id: string }).id
    if (Object.keys(changes).length === 0) return
    await this.ok(
      `edit ${session.minutes} of ${game} ${JSON.stringify(changes)}`,
      this.who.patch(`/api/user/games/${game}/sessions/${session.id}`, changes),
    )
    if (changes.minutes !== undefined) session.minutes = changes.minutes
    if (changes.playthrough_id !== undefined) session.playthrough = changes.playthrough_id
    if (changes.played_on !== undefined && changes.played_on !== session.playedOn) {
      session.playedOn = changes.played_on
      session.endedAt = endOfSession(changes.played_on, today, now)
    }
    recalculate(entry)
  }

  /** Merges some sessions of a playthrough into one, and usually splits it again. Hours and history stay the same. */
  private async merge(entry: Entry, first: Session, game: string): Promise<void> {
    const chosen = entry.sessions.filter(({ playthrough }) => playthrough === first.playthrough).slice(0, 3)
    const minutes = chosen.reduce((sum, one) => sum + one.minutes, 0)
    if (chosen.length < 2 || minutes > 1440) return
    const path = `/api/user/games/${game}/sessions/merge`
    const { session, undo_id } = await this.ok(
      `merge ${chosen.map((one) => one.minutes).join(' + ')} of ${game}`,
      this.who.post(path, { session_ids: chosen.map(({ id }) => id) }),
    )
    const before = entry.sessions
    const endedAt = new Date(Math.max(...chosen.map((one) => one.endedAt.getTime())))
    const playedOn = chosen
      .map((one) => one.playedOn)
      .sort()
      .at(-1) as string
    expect(session).toMatchObject({ minutes, played_on: playedOn })
    entry.sessions = before.filter((one) => !chosen.includes(one))
    entry.sessions.push({ id: session.id, playthrough: first.playthrough, minutes, playedOn, endedAt })
    await this.check()
    if (this.random.chance(0.3)) return
    await this.ok('undo the merge', this.who.post(`${path}/undo`, { undo_id }))
    entry.sessions = before
  }

  private async markMany(entry: Entry, game: string): Promise<void> {
    const status = this.one(STATUSES) as Status
    const { changed, undo_id } = await this.ok(
      `mark many ${status}`,
      this.who.post('/api/library/bulk/status', { game_ids: [game], status }),
    )
    expect(changed).toBe(entry.status === status ? 0 : 1)
    if (undo_id !== null && this.random.chance(0.5))
      await this.ok('undo many', this.who.post('/api/library/bulk/undo', { undo_id }))
    else become(entry, status)
  }

  private async time(game: string, now: Date, today: string): Promise<void> {
    const { model, who } = this
    const timer = model.timer
    if (!timer) {
      const known = model.entries.get(game)
      const chosen = known && this.random.chance(0.5) ? this.one(known.playthroughs) : undefined
      await this.ok(
        `start the timer ${game}`,
        who.post('/api/user/timer', { game_id: game, ...(chosen && { playthrough_id: chosen.id }) }),
      )
      const entry = this.entry(game, 'playing')
      become(entry, statusAfterPlaying(known ? entry.status : null))
      model.timer = { game, since: now, playthrough: chosen?.id ?? null }
      return
    }
    model.timer = null
    if (this.random.chance(0.2)) {
      await this.ok('throw the timer away', who.delete('/api/user/timer'))
      return
    }
    const minutes = this.random.whole(1, 90)
    const { session } = await this.ok(
      `stop the timer ${timer.game}`,
      who.post('/api/user/timer/stop', { minutes, played_on: today }),
    )
    const entry = model.entries.get(timer.game) as Entry
    const playthrough = timer.playthrough ?? (await this.playthroughFor(entry, timer.game))
    const endedAt = new Date(Math.min(now.getTime(), timer.since.getTime() + minutes * 60_000))
    entry.sessions.push({ id: session.id, playthrough, minutes, playedOn: today, endedAt })
    recalculate(entry)
  }

  async check(): Promise<void> {
    for (const game of this.games) {
      const entry = this.model.entries.get(game)
      const answer = await this.who.get(`/api/library/${game}`)
      if (!entry) {
        expect([game, answer.status]).toEqual([game, 404])
        continue
      }
      const ends = entry.sessions.map(({ endedAt }) => endedAt.getTime())
      const latest = Math.max(entry.undatedAt?.getTime() ?? 0, ...ends)
      expect(answer.body.entry).toMatchObject({
        status: entry.status,
        play_time: hoursOf(entry),
        completion_percentage: entry.completion,
        progress: entry.completion,
        achievements_completed: entry.achievements,
        last_played_at: latest === 0 ? null : new Date(latest).toISOString(),
      })
      expect(answer.body.entry.play_time).toBeGreaterThanOrEqual(0)
      const { totals, playthroughs } = (await this.who.get(`/api/user/games/${game}/play-log`)).body
      expect(totals).toEqual({
        play_time: hoursOf(entry),
        session_count: entry.sessions.length,
        session_minutes: entry.sessions.reduce((sum, { minutes }) => sum + minutes, 0),
        undated_hours: entry.balance,
      })
      const counted = playthroughs.map((one: { id: string; session_count: number; session_minutes: number }) => [
        one.id,
        one.session_count,
        one.session_minutes,
      ])
      expect(counted).toEqual(
        oldestFirst(entry.playthroughs).map(({ id }) => {
          const own = entry.sessions.filter(({ playthrough }) => playthrough === id)
          return [id, own.length, own.reduce((sum, { minutes }) => sum + minutes, 0)]
        }),
      )
      const history = (await this.who.get(`/api/library/${game}/history`)).body
      expect(
        history.playTimeHistory.map((row: { play_time: number; completion_percentage: number }) => ({
          hours: row.play_time,
          completion: row.completion_percentage,
        })),
      ).toEqual(entry.history)
      expect(
        history.achievementHistory.map((row: { achievements_completed: number }) => row.achievements_completed),
      ).toEqual(entry.achieved)
    }
    const { rows } = await sql`
      select from play_sessions session
      where user_id = ${this.who.user.id} and not exists (
        select from playthroughs where playthroughs.id = session.playthrough_id and playthroughs.game_id = session.game_id
      )`.execute(this.app.db)
    expect(rows).toEqual([])
  }
}
