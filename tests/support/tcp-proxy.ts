import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'

/** A connection between the app and PostgreSQL that a test can block, like a network that drops every packet. */
export interface TcpProxy {
  /** The connection string of the database through this proxy. */
  connectionString: string
  /** Blocks both directions, including new connections; closes none of them. */
  block: () => void
  /** Sends new connections to this database, as after a restart. */
  redirectTo: (connectionString: string) => void
  /** Delivers the blocked data and ends the block. */
  unblock: () => void
  close: () => Promise<void>
}

/** Opens a proxy to the PostgreSQL of this connection string, which may name a Unix socket. */
export async function openProxy(connectionString: string): Promise<TcpProxy> {
  let target = connectionString
  const sockets = new Set<Socket>()
  let isBlocked = false

  const server = createServer((near) => {
    const far = connectTo(target)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.on('data', (chunk) => to.write(chunk))
      from.on('end', () => to.end())
      from.on('error', () => to.destroy())
      from.on('close', () => {
        sockets.delete(from)
        if (!isBlocked) to.destroy()
      })
      if (isBlocked) from.pause()
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port: nearPort } = server.address() as { port: number }
  const near = new URL(connectionString)
  near.searchParams.delete('host')
  near.searchParams.delete('port')
  near.host = `127.0.0.1:${nearPort}`
  return {
    connectionString: near.href,
    block() {
      isBlocked = true
      for (const socket of sockets) socket.pause()
    },
    redirectTo(other) {
      target = other
    },
    unblock() {
      isBlocked = false
      for (const socket of sockets) socket.resume()
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function connectTo(connectionString: string): Socket {
  const url = new URL(connectionString)
  const folder = url.searchParams.get('host')
  const port = Number(url.searchParams.get('port') ?? (url.port || 5432))
  return folder ? connect(join(folder, `.s.PGSQL.${port}`)) : connect(port, url.hostname)
}
