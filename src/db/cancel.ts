import pg from 'pg'

/** The parts of pg that send a request to cancel; pg itself does so only for a query that it knows. */
interface Sender {
  connection: pg.Connection & {
    connect: (port: number | string, host?: string) => void
    requestSsl: () => void
    cancel: (processId: number, secretKey: number) => void
  }
  host: string
  port: number
  ssl: unknown
  sslNegotiation?: string
}

/** A server that does not take the request within this time gets no other one. */
const TIMEOUT_MS = 5_000

/**
 * Asks the server to cancel the running statement of a connection, which then fails with 57014. A pooler passes the request
 * on. A request that fails has no effect: the deadline of the answer ends the connection soon after.
 */
export function cancelRunning(client: pg.ClientBase, connectionString: string): void {
  const { processID, secretKey } = client as unknown as { processID: number; secretKey: number }
  const { connection, host, port, ssl, sslNegotiation } = new pg.Client({ connectionString }) as unknown as Sender
  const send = () => connection.cancel(processID, secretKey)
  connection.once('connect', () => {
    if (!ssl) send()
    else if (sslNegotiation !== 'direct') connection.requestSsl()
  })
  connection.once('sslconnect', send)
  const close = () => connection.stream.destroy()
  connection.once('error', close)
  const timer = setTimeout(close, TIMEOUT_MS)
  connection.once('end', () => clearTimeout(timer))
  if (host.startsWith('/')) connection.connect(`${host}/.s.PGSQL.${port}`)
  else connection.connect(port, host)
}
