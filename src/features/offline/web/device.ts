import type { QueryClient } from '@tanstack/react-query'
import { sessionQuery } from '#features/accounts/web/accounts.api.ts'
import { gameOfPage } from '#features/catalogue/web/catalogue.api.ts'
import { allows } from '#shared/consent.ts'
import { onDecision } from '#web/consent.ts'
import { consentLevel } from '#web/consented-storage.ts'
import { toast } from '#web/ui/toasts.ts'
import { UNSENT_TEXTS } from '../outbox.texts.ts'
import { clearDevice } from './clear-device.ts'
import { countWaiting, keptMember } from './worker/kept.ts'
import { KEPT_CHANNEL } from './worker/kept-channel.ts'
import { noteLooked } from './worker/looked.ts'

const OFFLINE = '/offline'
const ADDRESS = '/service-worker.js'

/** A network that has just come back may not answer yet, and few browsers have Background Sync. */
const AGAIN_MS = [1_000, 5_000, 20_000, 60_000]

/**
 * Registers the service worker when nothing else is to be done, and asks it to keep copies for the member who is signed in, or to
 * forget those of another. Without consent for items of convenience the device keeps nothing.
 */
export function followDevice(client: QueryClient): void {
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined
  if (!workers || import.meta.env.DEV) return
  let member: string | null | undefined
  const follow = async () => {
    if (!allows(consentLevel(), 'functional')) return clearDevice()
    await workers.register(ADDRESS, { updateViaCache: 'none' })
    const { active } = await workers.ready
    active?.postMessage('look')
  }
  const followQuietly = () => void follow().catch(() => {})
  const followUntilSent = async () => {
    await follow()
    for (const ms of AGAIN_MS) {
      await new Promise((resolve) => setTimeout(resolve, ms))
      if ((await countWaiting()).unsent === 0) return
      await follow()
    }
  }
  // A busy page may never be idle.
  if ('requestIdleCallback' in globalThis) requestIdleCallback(followQuietly, { timeout: 3_000 })
  else setTimeout(followQuietly)
  followOutbox(client)
  onDecision(followQuietly)
  addEventListener('online', () => void followUntilSent().catch(() => {}))
  followGames(client)
  client.getQueryCache().subscribe(({ query, type }) => {
    if (type !== 'updated' || query.queryKey.join() !== sessionQuery().queryKey.join()) return
    const now = client.getQueryData(sessionQuery().queryKey)?.user?.id ?? null
    if (member !== undefined && member !== now) followQuietly()
    member = now
  })
}

/** Keeps the game whose page is open, once for each visit, as soon as the device keeps anything. */
function followGames(client: QueryClient): void {
  let noted: unknown
  const note = async () => {
    const game = gameOfPage(client, location.pathname)
    if (!game) noted = undefined
    if (!game || game === noted || !(await keptMember())) return
    noted = game
    const { state: _, ...looked } = game
    await noteLooked(looked)
  }
  const noteQuietly = () => void note().catch(() => {})
  noteQuietly()
  new BroadcastChannel(KEPT_CHANNEL).onmessage = noteQuietly
  client.getQueryCache().subscribe(({ type }) => {
    if (type === 'observerAdded' || type === 'updated') noteQuietly()
  })
}

/**
 * Loads the data of the page again after writes of the outbox have been sent. Shows a toast, once in each tab, when the server has
 * refused one.
 */
function followOutbox(client: QueryClient): void {
  let told = 0
  let waited = 0
  new BroadcastChannel(KEPT_CHANNEL).onmessage = async () => {
    if (location.pathname === OFFLINE) return
    const { refused, unsent } = await countWaiting().catch(() => ({ refused: 0, unsent: 0 }))
    if (unsent < waited) void client.invalidateQueries()
    waited = unsent
    if (refused > told)
      toast({ title: UNSENT_TEXTS.refused(refused), action: { label: UNSENT_TEXTS.look, href: `${OFFLINE}#waiting` } })
    told = refused
  }
}
