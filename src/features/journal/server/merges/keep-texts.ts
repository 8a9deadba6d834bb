import { sql } from 'kysely'
import type { gameMerging, gameSplit, textsSetAside } from '#features/catalogue/server/catalogue.events.ts'
import { isTaken, putBack } from '#features/catalogue/server/catalogue.service.ts'
import { dayIn } from '#features/profiles/profiles.rules.ts'
import { memberZones } from '#features/profiles/server/profiles.service.ts'
import { announce } from '#server/changes.ts'
import type { EventDeps, PayloadOf } from '#server/events.ts'
import { tag } from '#server/tags.ts'
import { partsOf } from '../../journal.rules.ts'
import { partTitle } from '../../journal.texts.ts'

/** Moves the entries about a merged game. */
export async function moveMergedEntries({ db }: EventDeps, merge: PayloadOf<typeof gameMerging>): Promise<void> {
  const { from, to } = merge
  const { rows } = await sql<{ user_id: string }>`
    with moved as (update journal_entries set game_id = ${to} where game_id = ${from} and ${isTaken(merge)} returning user_id)
    select distinct user_id from moved`.execute(db)
  await announce(
    db,
    rows.map(({ user_id }) => tag.journal(user_id)),
  )
}

/** So many entries are inserted by one statement. */
const ENTRIES_AT_ONCE = 500

/** Keeps texts for which a merge has no other place, each on the day on which it was written, in as many entries as it needs. */
export async function keepTexts({ db }: EventDeps, { texts }: PayloadOf<typeof textsSetAside>): Promise<void> {
  const members = [...new Set(texts.map(({ userId }) => userId))]
  const zones = await memberZones(db, members)
  const entries = texts.flatMap(({ userId, gameId, title, text, writtenAt }) => {
    const date = dayIn(zones.get(userId) ?? null, writtenAt)
    const day = { user_id: userId, type: 'daily', date, game_id: gameId, created_at: writtenAt, updated_at: writtenAt }
    return partsOf(text).map((content, at, parts) => ({
      ...{ ...day, content, title: partTitle(title, at + 1, parts.length) },
    }))
  })
  for (let at = 0; at < entries.length; at += ENTRIES_AT_ONCE)
    await db
      .insertInto('journal_entries')
      .values(entries.slice(at, at + ENTRIES_AT_ONCE))
      .execute()
  await announce(db, members.map(tag.journal))
}

/** Gives each game its entries, without the texts that the merge had put into the journal: they have their places again. */
export async function splitEntries({ db }: EventDeps, split: PayloadOf<typeof gameSplit>): Promise<void> {
  const members = await putBack(db, split, 'journal_entries')
  await announce(db, members.map(tag.journal))
}
