import { sql } from 'kysely'
import type { TestApp } from './test-app.ts'

/** A Wednesday. */
export const RELEASES_NOW = new Date('2026-11-25T12:00:00Z')

export interface Coming {
  id: string
  name?: string
  /** YYYY-MM-DD; null for a game without a date. */
  day: string | null
  platforms?: readonly { id: number; name: string }[]
  renown?: number
  /** IGDB's type: 1 is an add-on, which no list shows. */
  game_type?: number
}

export const PC = { id: 6, name: 'PC (Microsoft Windows)' }
export const PS5 = { id: 167, name: 'PlayStation 5' }

/** Stores games with their days of release, as a source delivers them. */
export async function addReleases({ db }: TestApp, games: readonly Coming[]): Promise<void> {
  await db
    .insertInto('games')
    .values(
      games.map(({ id, name = `Game ${id}`, day, platforms = [PC], renown = 0, game_type = 0 }) => ({
        id,
        data_source: id.split('_')[0] as string,
        source_id: Number(id.split('_')[1]),
        name,
        search_text: `| ${name.toLowerCase()} |`,
        first_release_date: day === null ? null : Date.parse(`${day}T00:00:00Z`) / 1000,
        platforms: JSON.stringify(platforms),
        platform_ids: platforms.map((platform) => platform.id),
        renown,
        game_type,
      })),
    )
    .execute()
}

/** Moves the release of a game, as a refresh from its source does. */
export async function moveRelease({ db }: TestApp, id: string, day: string): Promise<void> {
  await sql`
    update games set first_release_date = ${Date.parse(`${day}T00:00:00Z`) / 1000}, updated_at = now()
    where id = ${id}`.execute(db)
}
