import { beforeAll, beforeEach, test } from 'vitest'
import { seededRandom } from '#db/seed/seeded-random.ts'
import { addGames } from '#tests/support/fixtures.ts'
import { LedgerPlayer } from '#tests/support/ledger-player.ts'
import { signUp } from '#tests/support/members.ts'
import { useTestApp } from '#tests/support/test-app.ts'

// A member does random actions, and a model in plain arithmetic predicts the state after each step: hours and their
// parts, completion, status, last_played_at, and every row of both histories. LEDGER_SEED=… repeats one run; a failing
// run prints its seed and its last action.

const t = useTestApp()
const GAMES = ['rawg_940', 'rawg_941']
const STEPS = 60

beforeAll(() => addGames(t, GAMES))
beforeEach(() => {
  t.time.now = new Date('2026-03-01T12:00:00Z')
})

const SEEDS = process.env.LEDGER_SEED ? [process.env.LEDGER_SEED] : ['two', 'four', 'six']

test.each(SEEDS)(
  'the state after many random actions equals that of the model (LEDGER_SEED=%s)',
  async (seed) => {
    const player = new LedgerPlayer(t, GAMES, await signUp(t), seededRandom(`ledger ${seed}`))
    for (let step = 0; step < STEPS; step++) {
      try {
        await player.step()
        await player.check()
      } catch (error) {
        throw new Error(`LEDGER_SEED=${seed}, step ${step}: ${player.did.slice(-8).join('; ')}`, { cause: error })
      }
    }
  },
  60_000,
)
