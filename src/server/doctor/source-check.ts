import { UpstreamError } from '../upstream-error.ts'
import { SOURCE_TEXTS } from './doctor.texts.ts'
import { type Finding, failing, ok, warning } from './health-check.ts'

/** The longest wait for a source in a check: a setting may allow a page two minutes. */
const MAX_MS = 15_000

/** Returns the settings with a limit of time for one question of a check. */
export const withShortTimeout = <C extends { sourceTimeoutMs: number }>(config: C): C => ({
  ...config,
  sourceTimeoutMs: Math.min(config.sourceTimeoutMs, MAX_MS),
})

/** Asks a source one question, and says how it failed. `keys` names the settings with its credentials. */
export async function findingOfSource(name: string, keys: string, ask: () => Promise<unknown>): Promise<Finding> {
  try {
    await ask()
    return ok(SOURCE_TEXTS.fine(name))
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error
    const { kind } = error
    if (kind === 'credentials') return failing(...SOURCE_TEXTS.credentials(name, keys))
    if (kind === 'rate_limited' || kind === 'quota') return warning(...SOURCE_TEXTS.tooOften(name))
    if (kind === 'timeout' || kind === 'unreachable') return failing(...SOURCE_TEXTS.unreachable(name, error.message))
    return failing(...SOURCE_TEXTS.broken(name, error.message))
  }
}
