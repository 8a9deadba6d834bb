import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { cloneDatabase } from '#tests/support/database.ts'
import { openDatabase, plannedEachTime } from './db.ts'

test('a statement with parameters becomes a named one the second time, also one that begins on a new line', async () => {
  const { connectionString, drop } = await cloneDatabase()
  const { db, close } = openDatabase({ connectionString, poolSize: 1, onError: () => {} })
  try {
    for (let time = 0; time < 2; time += 1) {
      await sql`
        select name from games where id = ${'igdb_1'}`.execute(db)
      await sql`
        with wanted as (select ${'igdb_2'}::text as id)
        select name from games join wanted using (id)`.execute(db)
      await db.selectFrom('games').select('name').where('id', '=', 'igdb_3').execute()
      await sql`${plannedEachTime}
        select name from games where id <> ${'igdb_6'}`.execute(db)
      await sql`
        update games set name = name where id = ${'igdb_4'}`.execute(db)
    }
    await sql`
      select name from games where id = ${'igdb_5'} and true`.execute(db)
    const { rows } = await sql<{ statement: string }>`
      select statement from pg_prepared_statements where statement not like '%pg_prepared_statements%'`.execute(db)
    expect(rows.map(({ statement }) => statement.trim().split(' ')[0]).sort()).toEqual([
      'select',
      'select',
      'update',
      'with',
    ])
  } finally {
    await close()
    await drop()
  }
})
