import { beforeAll, beforeEach, test } from 'vitest'
import { seededRandom } from '#db/seed/seeded-random.ts'
import { addGames } from '#tests/support/fixtures.ts'
import { LedgerPlayer } from '#tests/support/ledger-player.ts'
import { signUp } from '#tests/support/members.ts'
import { useTestApp } from '#tests/support/test-app.ts'

// A member does what comes to mind, and a model in plain arithmetic says after each step what there must be: hours, what they
// are made of, completion, status, last_played_at, and every row of both histories.
// LEDGER_SEED=… repeats one run; what fails names its seed and what was done last.

const t = useTestApp()
const GAMES = ['rawg_940', 'rawg_941']
const STEPS = 60

beforeAll(() => addGames(t, GAMES))
beforeEach(() => {
  t.time.now = new Date('2026-03-01T12:00:00Z')
})

const SEEDS = process.env.LEDGER_SEED ? [process.env.LEDGER_SEED] : ['two', 'four', 'six']

test.each(SEEDS)(
  'after each of many things there is what plain arithmetic says (LEDGER_SEED=%s)',
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
