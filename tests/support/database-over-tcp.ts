import { connect, createServer, type Server, type Socket } from 'node:net'

interface Refused {
  code: string
  message: string
  routine?: string
}

export interface DatabaseOverTcp {
  port: number
  /** Returns the address of a database behind this port. */
  urlOf: (database: string, user?: string) => string
  listen: () => Promise<void>
  /** Answers every new connection with this error; null accepts connections again. */
  refuse: (error: Refused | null) => void
  close: () => Promise<void>
}

/** Opens a TCP port to the tests' PostgreSQL, which has only a Unix socket. The port is closed until `listen`. */
export async function databaseOverTcp(templateUrl: string): Promise<DatabaseOverTcp> {
  const socketFolder = new URL(templateUrl).searchParams.get('host')
  const open = new Set<Socket>()
  let refusal: Refused | null = null
  const server: Server = createServer((client) => {
    open.add(client)
    client.on('error', () => client.destroy())
    if (refusal) {
      const answer = errorResponse(refusal)
      client.once('data', () => client.end(answer))
      return
    }
    const database = connect(`${socketFolder}/.s.PGSQL.5432`)
    database.on('error', () => client.destroy())
    client.on('close', () => database.destroy())
    client.pipe(database).pipe(client)
  })
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const close = () =>
    new Promise<void>((resolve) => {
      for (const socket of open) socket.destroy()
      server.close(() => resolve())
    })
  await listen(0)
  const { port } = server.address() as { port: number }
  await close()
  return {
    port,
    urlOf: (database, user = 'savepoint') => `postgresql://${user}:hunter2@127.0.0.1:${port}/${database}`,
    listen: () => listen(port),
    refuse(error) {
      refusal = error
    },
    close,
  }
}

function errorResponse({ code, message, routine = '' }: Refused): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${message}\0R${routine}\0\0`)
  const head = Buffer.alloc(5)
  head.write('E')
  head.writeUInt32BE(fields.length + 4, 1)
  return Buffer.concat([head, fields])
}
