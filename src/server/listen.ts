import { createServer, type Server } from 'node:http'
import { type AddressInfo, isIPv6 } from 'node:net'
import type { Config } from './config.ts'
import { ConfigError } from './config-error.ts'

type Address = Pick<Config, 'port' | 'host'>

/** Listens on PORT and HOST, and returns the port. Throws a ConfigError that says what is wrong with them. */
export async function listen(server: Pick<Server, 'listen' | 'once' | 'off' | 'address'>, { port, host }: Address) {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  }).catch((error: NodeJS.ErrnoException) => {
    if (error.syscall !== 'listen' && error.syscall !== 'getaddrinfo') throw error
    throw new ConfigError(
      error.code === 'EADDRINUSE'
        ? `Port ${port} is taken by another program. Choose another with PORT.`
        : `Savepoint cannot listen on port ${port} of HOST ${host} (${error.code}). Correct PORT or HOST.`,
    )
  })
  return (server.address() as AddressInfo).port
}

/** Refuses a wrong PORT or HOST at the beginning of a start, before it makes files and a database. */
export async function requireAddress(address: Address): Promise<void> {
  const server = createServer()
  await listen(server, address)
  await new Promise((resolve) => server.close(resolve))
}

/** Returns the address that a browser on this machine opens for what the app listens on. */
export function addressToOpen(host: string, port: number): string {
  const name = isIPv6(host) ? `[${host}]` : host
  const { hostname } = URL.parse(`http://${name || '[::]'}`) ?? { hostname: name }
  const isHere = ['0.0.0.0', '127.0.0.1', '[::]', '[::1]'].includes(hostname)
  return `http://${isHere ? 'localhost' : hostname}:${port}`
}
