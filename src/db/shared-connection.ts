import type pg from 'pg'

/** What a statement needs of a connection. */
export type Client = Pick<pg.PoolClient, 'query' | 'release'> & {
  /** Others use the connection at the same time, so no transaction may begin on it. */
  isShared?: true
}

export interface SharedConnection {
  connect: () => Promise<Client>
  /** Releases the connection as soon as nobody uses it. Who connects later gets one alone. */
  close: () => void
}

/** Shares one connection, which the first who connects opens, among all who use it at the same time. */
export function shareConnection(open: () => Promise<Client>): SharedConnection {
  let opened: Promise<Client> | null = null
  let users = 0
  let isClosed = false
  function releaseIfUnused(): void {
    if (!isClosed || users > 0) return
    opened?.then(
      (client) => client.release(),
      // Those who have connected know.
      () => {},
    )
    opened = null
  }
  return {
    async connect() {
      if (isClosed) return open()
      users += 1
      const release = () => {
        users -= 1
        releaseIfUnused()
      }
      try {
        opened ??= open().catch((error: unknown) => {
          // The next one tries again.
          opened = null
          throw error
        })
        const client = await opened
        return { query: client.query.bind(client) as Client['query'], release, isShared: true }
      } catch (error) {
        release()
        throw error
      }
    },
    close() {
      isClosed = true
      releaseIfUnused()
    },
  }
}
