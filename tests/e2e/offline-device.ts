import type { BrowserContext, Page } from '@playwright/test'
import { newMember } from './accounts.ts'
import { expect, ready, send } from './browser.ts'

// A device that keeps things for when there is no network.

export const GAME = 'igdb_1942'

/** Opens the home page of a member with a game, and waits until the device has the shell and the copy. */
export async function keep(page: Page, context: BrowserContext, at = '/'): Promise<void> {
  await newMember(context)
  await send(context, 'POST', '/api/library', { game_id: GAME, status: 'playing' })
  // A worker that could not be installed comes with the next page.
  await expect(async () => {
    await page.goto(at)
    await ready(page)
    await expect.poll(() => page.evaluate(keptGames)).toEqual([GAME])
  }).toPass()
}

/** The games of which the device has a copy; runs in the page. */
export async function keptGames(): Promise<string[] | null> {
  if (!navigator.serviceWorker.controller) return null
  const db = await new Promise<IDBDatabase>((done, fail) => {
    const opening = indexedDB.open('savepoint')
    opening.onsuccess = () => done(opening.result)
    opening.onerror = () => fail(opening.error)
  })
  try {
    if (!db.objectStoreNames.contains('games')) return null
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
