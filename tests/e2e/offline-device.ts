import type { BrowserContext, Page } from '@playwright/test'
import { newMember } from './accounts.ts'
import { expect, ready, send } from './browser.ts'

// A device that keeps things for when there is no network.

export const GAME = 'igdb_1942'

/** Opens the home page of a member with a game, and waits until the device has the shell and the copy. */
export async function keep(page: Page, context: BrowserContext, at = '/'): Promise<void> {
  await newMember(context)
  await send(context, 'POST', '/api/library', { game_id: GAME, status: 'playing' })
  await page.goto(at)
  await ready(page)
  await expect.poll(() => page.evaluate(keptGames)).toEqual([GAME])
}

/** The games of which the device has a copy; null as long as it has none. Runs in the page. */
export async function keptGames(): Promise<string[] | null> {
  if (!navigator.serviceWorker.controller) return null
  const db = await new Promise<IDBDatabase | null>((done) => {
    const opening = indexedDB.open('savepoint')
    // To open a database that the worker has not made yet would make an empty one, and the worker would find it without stores.
    opening.onupgradeneeded = () => opening.transaction?.abort()
    opening.onsuccess = () => done(opening.result)
    opening.onerror = () => done(null)
  })
  if (!db) return null
  try {
    const store = db.transaction('games').objectStore('games')
    return await new Promise((done) => {
      const reading = store.getAllKeys()
      reading.onsuccess = () => done(reading.result as string[])
    })
  } finally {
    db.close()
  }
}

/** Writes as a page does, and returns the answer; runs in the page. */
export async function write([method, path, body]: readonly [string, string, object?]): Promise<{
  status: number
  body: unknown
}> {
  const { csrfToken } = await (await fetch('/api/auth/csrf')).json()
  const headers = { 'content-type': 'application/json', 'x-csrf-token': csrfToken }
  const answer = await fetch(path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  const text = await answer.text()
  return { status: answer.status, body: text === '' ? null : JSON.parse(text) }
}

/** Counts what a store of the device has; runs in the page. */
export async function countKept(store: string): Promise<number> {
  const db = await new Promise<IDBDatabase>((done) => {
    const opening = indexedDB.open('savepoint')
    opening.onsuccess = () => done(opening.result)
  })
  const reading = db.transaction(store).objectStore(store).count()
  const count = await new Promise<number>((done) => {
    reading.onsuccess = () => done(reading.result)
  })
  db.close()
  return count
}
