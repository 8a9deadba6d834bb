import type { Entry } from '#features/library/library.contract.ts'
import type { PlayTimer } from '#features/play-log/timer.contract.ts'
import type { GameId } from '#shared/ids.ts'
import { isWaiting, keyOf } from '#shared/outbox.ts'
import { journalCopy, libraryCopy, timerCopy } from './copies.ts'
import { fillCopies } from './fill.ts'
import { forgetCopies, forgetOutbox, keptMember, noteTimer, type WaitingKind } from './kept.ts'
import { gameCopy } from './looked.ts'
import { keepWrite, noteChange, noteEntry, takeBack, unsentOf } from './outbox.ts'
import { isLater, sendWaiting } from './send.ts'
import { entryAfter, hasEntry, writeOf } from './writes.ts'

declare const self: ServiceWorkerGlobalScope & {
  registration: { sync?: { register: (tag: string) => Promise<void> } }
}

const SYNC = 'savepoint.outbox'
/** A write that is not answered by then waits in the outbox; its key says whether it had arrived. */
const WRITE_MS = 8000

const SIGN_OUT = '/api/auth/logout'
const UNDO = '/api/library/bulk/undo'
const SESSION = /^\/api\/user\/games\/[^/]+\/sessions\/([^/]+)$/

/** Signs in or out, and forgets what the device has of the member before the page goes on; who signs out has been asked. */
async function changeSession(request: Request): Promise<Response> {
  const answer = await fetch(request)
  if (answer.ok) {
    await forgetCopies().catch(() => {})
    if (new URL(request.url).pathname === SIGN_OUT) await forgetOutbox().catch(() => {})
  }
  return answer
}

/** Whether something waits that must be sent first. */
async function isBehindOthers(): Promise<boolean> {
  const kept = await keptMember()
  if (!kept || (await unsentOf(kept.user.id)).length === 0) return false
  return !(await sendWaiting().catch(() => false))
}

/** Sends a write, or keeps it for later when no answer comes. A device that keeps nothing only sends it. */
async function write(request: Request, found: NonNullable<ReturnType<typeof writeOf>>): Promise<Response> {
  if (!(await keptMember().catch(() => undefined))) return fetch(request)
  const key = crypto.randomUUID()
  const text = await request.clone().text()
  const { pathname, search } = new URL(request.url)
  const { method, headers: given } = request
  const headers = new Headers(given)
  headers.set('idempotency-key', key)
  try {
    if (!(await isBehindOthers())) {
      const answer = await fetch(pathname + search, {
        method,
        headers,
        ...(text && { body: text }),
        signal: AbortSignal.timeout(WRITE_MS),
      })
      if (answer.ok) await noteAnswer(answer.clone(), found.kind).catch(() => {})
      if (answer.ok || !isLater(answer.status) || [401, 429].includes(answer.status)) return answer
    }
  } catch {
    // No answer: it waits.
  }
  const body = (text ? JSON.parse(text) : {}) as Record<string, unknown> & { game_id?: GameId }
  const gameId = found.gameId ?? body.game_id ?? null
  const path = pathname + search
  const kept = await keepWrite({ kind: found.kind, gameId, key, method, path, body }).catch(() => null)
  if (!kept) return Response.error()
  await self.registration.sync?.register(SYNC).catch(() => {})
  const { status } = kept
  return kept.body === null ? new Response(null, { status }) : Response.json(kept.body, { status })
}

/** Undoes a change of a shelf: here if it has not been sent, otherwise on the server. */
async function undoMany(request: Request): Promise<Response> {
  const { undo_id } = (await request.clone().json()) as { undo_id?: unknown }
  if (typeof undo_id === 'string' && isWaiting({ id: undo_id }) && (await takeBack(keyOf(undo_id)).catch(() => false)))
    return Response.json({ restored: 1 })
  return fetch(request)
}

/** Undoes a session that has just been logged: here if it has not been sent, otherwise on the server. */
async function undoSession(request: Request, id: string): Promise<Response> {
  const taken = isWaiting({ id }) ? await takeBack(keyOf(id)).catch(() => undefined) : undefined
  if (!taken?.gameId) return fetch(request)
  const none = { ...taken, kind: 'progress', gameId: taken.gameId, body: {} } as const
  return Response.json({ entry: taken.before ?? entryAfter(null, none) })
}

/** What the answer says of an entry or of the timer is put into the copy. */
async function noteAnswer(answer: Response, kind: WaitingKind): Promise<void> {
  if (kind.startsWith('journal')) return noteChange()
  if (!hasEntry(kind)) return
  const { entry, timer = null } = (await answer.json().catch(() => ({}))) as { entry?: Entry; timer?: PlayTimer | null }
  if (entry) await noteEntry(entry)
  if (kind === 'timer') await noteTimer(timer)
}

/** Returns what answers a read without a network; null for a read that fails then. */
function copyOf({ pathname, searchParams }: URL): (() => Promise<unknown>) | null {
  // The token comes when there is something to send it to.
  if (pathname === '/api/auth/csrf') return async () => ({ csrfToken: 'offline' })
  if (pathname === '/api/library' && searchParams.has('game_id')) return () => libraryCopy(searchParams)
  if (pathname === '/api/user/timer') return timerCopy
  const [, gameId] = /^\/api\/games\/([^/]+)$/.exec(pathname) ?? []
  if (gameId) return () => gameCopy(decodeURIComponent(gameId) as GameId)
  return pathname === '/api/journal' ? () => journalCopy(searchParams) : null
}

async function readOrCopy(request: Request, copy: () => Promise<unknown>): Promise<Response> {
  try {
    return await fetch(request)
  } catch (error) {
    const found = await copy().catch(() => null)
    if (!found) throw error
    return Response.json(found)
  }
}

function answerRequest(event: FetchEvent): void {
  const { request } = event
  const url = new URL(request.url)
  const { pathname, origin } = url
  if (origin !== self.location.origin) return
  const found = writeOf(request.method, pathname)
  const [, session] = SESSION.exec(pathname) ?? []
  const copy = request.method === 'GET' ? copyOf(url) : null
  if (found) event.respondWith(write(request, found))
  else if (request.method === 'POST' && pathname.startsWith('/api/auth/')) event.respondWith(changeSession(request))
  else if (request.method === 'DELETE' && session) event.respondWith(undoSession(request, session))
  else if (request.method === 'POST' && pathname === UNDO) event.respondWith(undoMany(request))
  else if (copy) event.respondWith(readOrCopy(request, copy))
}

const look = () => sendWaiting().then(fillCopies, () => {})

/** Adds what the worker does for a member: copies to read, and writes that wait. */
export function keepForMember(): void {
  self.addEventListener('fetch', answerRequest)
  self.addEventListener('message', (event) => {
    if (event.data === 'look') event.waitUntil(look().catch(() => {}))
  })
  // Where a browser has Background Sync, it wakes the worker when there is a network again.
  self.addEventListener('sync' as 'message', (event) => event.waitUntil(sendWaiting()))
}
