import { createHash } from 'node:crypto'
import type pg from 'pg'

const NAMED = /^\s*(select|with|insert|update|delete)\b/i

/** At most this many statements get names; more would only fill the memory of the connections. */
const MAX_NAMED = 300
const MAX_MET = 1000

/**
 * The error of a named statement with `*` whose table has got a column since it was prepared. PostgreSQL goes on refusing the
 * statement by that name and connection, so it gets another name. Nodes meet it while a newer one migrates.
 */
export const isPreparedBeforeMigration = (error: unknown): boolean => {
  const { code, routine } = (error ?? {}) as { code?: unknown; routine?: unknown }
  return code === '0A000' && routine === 'RevalidateCachedQuery'
}

/**
 * Gives statements with parameters a name from their second use on, so that PostgreSQL parses and plans each of them once
 * per connection instead of once per call. For the queries of a page, planning costs more than running.
 */
export function createNames(): (client: pg.PoolClient) => void {
  const names = new Map<string, string>()
  const metOnce = new Set<string>()

  function nameOf(text: string): string | null {
    const known = names.get(text)
    if (known !== undefined) return known
    if (names.size >= MAX_NAMED) return null
    // A query built from a person's search occurs only once, and must not use up the names that the queries of every
    // page need.
    if (!metOnce.has(text)) {
      if (metOnce.size >= MAX_MET) metOnce.clear()
      metOnce.add(text)
      return null
    }
    metOnce.delete(text)
    const name = createHash('sha1').update(text).digest('base64url')
    names.set(text, name)
    return name
  }

  /** Another connection may have renewed it already. */
  const renew = (text: string, old: string) => {
    if (names.get(text) === old) names.set(text, createHash('sha1').update(old).digest('base64url'))
  }

  return (client) => {
    const query = client.query.bind(client) as (...all: unknown[]) => unknown
    const named = (first: unknown, values?: unknown, ...rest: unknown[]): unknown => {
      if (typeof first !== 'string' || !Array.isArray(values) || !NAMED.test(first))
        return query(first, values, ...rest)
      const name = nameOf(first)
      if (name === null) return query(first, values, ...rest)
      const config = { name, text: first, values }
      const [done] = rest
      if (typeof done === 'function')
        return query(config, (error: unknown, result: unknown) => {
          if (!isPreparedBeforeMigration(error)) return done(error, result)
          renew(first, name)
          query(first, values, (again: unknown, rows: unknown) => done(again && error, rows))
        })
      // Not `catch`, which would let the errors of later statements arrive first.
      return new Promise((resolve, reject) => {
        query(config, (error: unknown, result: unknown) => {
          if (!error) return resolve(result)
          if (!isPreparedBeforeMigration(error)) return reject(error)
          renew(first, name)
          // In a transaction it fails, because PostgreSQL has rolled that back; `inTransaction` begins it again.
          query(first, values, (again: unknown, rows: unknown) => (again ? reject(error) : resolve(rows)))
        })
      })
    }
    client.query = named as typeof client.query
  }
}
