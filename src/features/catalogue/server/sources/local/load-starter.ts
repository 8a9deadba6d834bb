import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { inTransaction } from '#db/transaction.ts'
import { announce } from '#server/changes.ts'
import { tag } from '#server/tags.ts'
import { storeGames } from '../../stored-games/store-games.ts'
import { readStarterFiles } from './starter-files.ts'

/** An arbitrary number that all app nodes share. */
const LOAD_LOCK = 5_430_002
const NAME = 'starter-catalogue'

/**
 * Loads the starter catalogue into `games`, once per content: a later start with the same files reads one row. App
 * nodes that start together wait for one another. Games that a live source has overwritten since stay unchanged.
 */
export async function loadStarterCatalogue(db: Db): Promise<{ loaded: number }> {
  const files = await readStarterFiles()
  if ((await loadedHash(db)) === files.contentHash) return { loaded: 0 }
  const games = files.parse()
  return inTransaction({ db }, async ({ db }) => {
    await sql`select pg_advisory_xact_lock(${LOAD_LOCK})`.execute(db)
    if ((await loadedHash(db)) === files.contentHash) return { loaded: 0 }
    await storeGames(db, games, 'local')
    await db
      .insertInto('loaded_data')
      .values({ name: NAME, content_hash: files.contentHash })
      .onConflict((conflict) =>
        conflict.column('name').doUpdateSet({ content_hash: files.contentHash, loaded_at: sql`now()` }),
      )
      .execute()
    await announce(db, [tag.games])
    return { loaded: games.length }
  })
}

async function loadedHash(db: Db): Promise<string | null> {
  const row = await db.selectFrom('loaded_data').select('content_hash').where('name', '=', NAME).executeTakeFirst()
  return row?.content_hash ?? null
}
