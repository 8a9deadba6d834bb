import { sql } from 'kysely'
import type { gameMerging, gameSplit, textSetAside } from '#features/catalogue/server/catalogue.events.ts'
import { putBack } from '#features/catalogue/server/catalogue.service.ts'
import { dayIn } from '#features/profiles/profiles.rules.ts'
import { memberZone } from '#features/profiles/server/profiles.service.ts'
import { announce } from '#server/changes.ts'
import type { EventDeps, PayloadOf } from '#server/events.ts'
import { tag } from '#server/tags.ts'
import { partsOf } from '../../journal.rules.ts'
import { partTitle } from '../../journal.texts.ts'
import { insertEntry } from '../journal.queries.ts'

/** Moves the entries about a merged game. */
export async function moveMergedEntries({ db }: EventDeps, { from, to }: PayloadOf<typeof gameMerging>): Promise<void> {
  const { rows } = await sql<{ user_id: string }>`
    with moved as (update journal_entries set game_id = ${to} where game_id = ${from} returning user_id)
    select distinct user_id from moved`.execute(db)
  await announce(
    db,
    rows.map(({ user_id }) => tag.journal(user_id)),
  )
}

/** Keeps a text for which a merge has no other place, on the day on which it was written, in as many entries as it needs. */
export async function keepText(
  { db }: EventDeps,
  { userId, gameId, title, text, writtenAt }: PayloadOf<typeof textSetAside>,
): Promise<void> {
  const date = dayIn(await memberZone(db, userId), writtenAt)
  const parts = partsOf(text)
  const empty = { progress: null, hoursPlayed: null, reviewId: null, listId: null }
  for (const [at, content] of parts.entries())
    await insertEntry(db, {
      ...empty,
      ...{ userId, type: 'daily', date, gameId, content, at: writtenAt },
      title: partTitle(title, at + 1, parts.length),
    })
  await announce(db, [tag.journal(userId)])
}

/** Gives each game its entries, without the texts that the merge had put into the journal: they have their places again. */
export async function splitEntries({ db }: EventDeps, split: PayloadOf<typeof gameSplit>): Promise<void> {
  const members = await putBack(db, split, 'journal_entries')
  await announce(db, members.map(tag.journal))
}
