import { startOidcServer } from './oidc-server.ts'

// The OpenID Connect provider of the journeys, in a separate process as in production.
const { OIDC_PORT, REDIRECT_URI } = process.env
const server = await startOidcServer(REDIRECT_URI ?? '', Number(OIDC_PORT))
process.on('SIGTERM', () => void server.close().then(() => process.exit(0)))
