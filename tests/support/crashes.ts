import { sql } from 'kysely'
import { afterEach, expect } from 'vitest'
import type { TestApp } from './test-app.ts'

/** Lets the server stop in the middle of its jobs: its connection ends, and what this transaction has written is lost. */
export function useCrashes(app: TestApp) {
  const recover = () =>
    sql.raw('drop function if exists crash cascade; drop sequence if exists crash_count').execute(app.db)
  afterEach(recover)

  /** Runs the jobs, and the server stops when so many rows of a table were written. */
  async function stopsAfter(table: string, rows: number): Promise<void> {
    await sql
      .raw(`
      create sequence crash_count;
      create function crash() returns trigger language plpgsql as $$
      begin
        -- No savepoint catches it: the connection ends.
        if nextval('crash_count') = ${rows} then perform pg_terminate_backend(pg_backend_pid()); end if;
        return null;
      end $$;
      create trigger crash after insert or update or delete on ${table} for each row execute function crash()`)
      .execute(app.db)
    await expect(app.work()).rejects.toThrow()
    await recover()
  }
  return { stopsAfter }
}
