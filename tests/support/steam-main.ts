import { startFakeSteam } from './fake-steam.ts'

// The Steam of the journeys, in a separate process. A journey adds accounts and play time by POST /accounts.
const { STEAM_PORT } = process.env
const steam = await startFakeSteam([], Number(STEAM_PORT))
process.on('SIGTERM', () => void steam.close().then(() => process.exit(0)))
