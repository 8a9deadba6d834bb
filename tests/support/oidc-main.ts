import { startOidcServer } from './oidc-server.ts'

// The provider of the journeys: a process of its own, as it would be.
const { OIDC_PORT, REDIRECT_URI } = process.env
const server = await startOidcServer(REDIRECT_URI ?? '', Number(OIDC_PORT))
process.on('SIGTERM', () => void server.close().then(() => process.exit(0)))
