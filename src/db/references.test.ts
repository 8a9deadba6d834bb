import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { useTestApp } from '#tests/support/test-app.ts'

const app = useTestApp()

test('each reference to a game has an index of all its rows, because games of members are deleted (decision 0086)', async () => {
  const { rows } = await sql<{ reference: string }>`
    select held.conrelid::regclass || '.' || attribute.attname as reference
    from pg_constraint held
    join pg_attribute attribute on attribute.attrelid = held.conrelid and attribute.attnum = held.conkey[1]
    where held.contype = 'f' and held.confrelid = 'games'::regclass and not exists (
      select from pg_index one
      where one.indrelid = held.conrelid and one.indkey[0] = attribute.attnum
        and coalesce(pg_get_expr(one.indpred, one.indrelid) = '(' || attribute.attname || ' IS NOT NULL)', true)
    )`.execute(app.db)
  expect(rows.map(({ reference }) => reference)).toEqual([])
})
