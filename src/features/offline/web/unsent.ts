import { UNSENT_TEXTS } from '../outbox.texts.ts'
import { countWaiting } from './worker/kept.ts'

/** Returns what signing out would lose: it forgets what waits to be sent. Null if nothing waits. */
export async function whyNotYet(): Promise<string | null> {
  if (!navigator.serviceWorker?.controller) return null
  const { unsent, refused } = await countWaiting().catch(() => ({ unsent: 0, refused: 0 }))
  return unsent + refused > 0 ? UNSENT_TEXTS.notSignedOut(unsent + refused) : null
}
