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

test('a moment is read to the millisecond, in whatever form PostgreSQL writes it', async () => {
  const { connectionString, drop } = await cloneDatabase()
  const { db, close } = openDatabase({ connectionString, poolSize: 1, onError: () => {} })
  try {
    const texts = [
      '2026-11-26T18:39:25Z',
      '2026-11-26T18:39:25.5Z',
      '2026-11-26T18:39:25.069999Z',
      '2026-02-28T23:59:59.999Z',
      '0099-01-01T00:00:00Z',
      '9999-12-31T23:59:59Z',
    ]
    for (const zone of ['UTC', 'Asia/Kathmandu', 'America/New_York']) {
      await sql`set time zone ${sql.lit(zone)}`.execute(db)
      const { rows } = await sql<{ at: Date | null }>`
        select at from unnest(${texts}::timestamptz[]) with ordinality given (at, place) order by place`.execute(db)
      expect(rows.map(({ at }) => at?.toISOString())).toEqual(texts.map((text) => new Date(text).toISOString()))
    }
    const { rows } = await sql`
      select 'infinity'::timestamptz as never, null::timestamptz as missing,
        '12026-01-01T00:00:00Z'::timestamptz as late, '0044-03-15T00:00:00Z BC'::timestamptz as early`.execute(db)
    expect(rows).toEqual([
      {
        never: Number.POSITIVE_INFINITY,
        missing: null,
        late: new Date('+012026-01-01T00:00:00Z'),
        early: new Date('-000043-03-15T00:00:00Z'),
      },
    ])
  } finally {
    await close()
    await drop()
  }
})
