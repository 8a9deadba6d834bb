import { beforeAll, expect } from 'vitest'
import { addGames } from './fixtures.ts'
import { type Member, useMember } from './members.ts'
import { useTestApp } from './test-app.ts'

export const JOURNAL_NOW = new Date('2026-11-22T15:00:00.000Z')
export const JOURNAL_GAMES = ['igdb_901', 'igdb_902', 'igdb_903', 'rawg_7'] as const
const [PLAYED, REVIEWED] = JOURNAL_GAMES

/** Drafts of each type of entry: progress and lists name the first game, reviews the second. */
export const drafts = {
  daily: (more: object = {}) => ({ type: 'daily', content: 'Played all evening.', ...more }),
  progress: (more: object = {}) => ({
    type: 'progress',
    game: { id: PLAYED },
    progress: 40,
    hoursPlayed: 12.5,
    ...more,
  }),
  review: (more: object = {}) => ({ type: 'review', game: { id: REVIEWED }, rating: 9, content: 'Superb.', ...more }),
  list: (more: object = {}) => ({
    type: 'list',
    title: 'Short ones',
    content: JSON.stringify([{ id: PLAYED }]),
    ...more,
  }),
}

/** Starts an app with two members and four games. */
export function useJournalApp() {
  const t = useTestApp()
  beforeAll(async () => {
    t.time.now = JOURNAL_NOW
    await addGames(t, JOURNAL_GAMES)
  })
  const ann = useMember(t)
  const bob = useMember(t)
  const add = (who: Member, draft: object) => who.post('/api/journal', draft)
  return {
    t,
    ann,
    bob,
    add,
    /** Stores an entry and returns it. */
    async write(who: Member, draft: object) {
      const { status, body } = await add(who, draft)
      expect(status, JSON.stringify(body)).toBe(201)
      return body.entry
    },
    entriesOf: async (who: Member, search = '') => (await who.get(`/api/journal${search}`)).body.entries,
    libraryOf: async (who: Member, game: string) => (await who.get(`/api/library/${game}`)).body.entry,
  }
}
