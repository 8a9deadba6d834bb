import { expect, ready, test } from './browser.ts'
import { GAME, keep, write } from './offline-device.ts'

test.use({ serviceWorkers: 'allow' })

/** Prints a figure of the machine on which it runs; a journey asserts no duration. */
const print = (name: string, value: number | string) => console.log(`offline figures: ${name}: ${value}`)

/** Copies the one game of the device many times, as a large library; runs in the page. */
async function enlarge(count: number): Promise<number> {
  const db = await new Promise<IDBDatabase>((done) => {
    const opening = indexedDB.open('savepoint')
    opening.onsuccess = () => done(opening.result)
  })
  const all = db.transaction('games', 'readwrite')
  const store = all.objectStore('games')
  const reading = store.getAll()
  await new Promise<void>((done) => {
    reading.onsuccess = () => {
      const [row] = reading.result
      for (let at = 1; at < count; at += 1) {
        const id = `igdb_${1_000_000 + at}`
        const game = { ...row.game, id, name: `${row.game.name} ${at}` }
        store.put({ ...row, id: crypto.randomUUID(), game_id: id, game }, id)
      }
    }
    all.oncomplete = () => done()
  })
  db.close()
  return (await navigator.storage.estimate()).usage ?? 0
}

test('prints how fast the outbox is sent, how fast the library opens, and what a device stores', {
  tag: '@desktop',
}, async ({ page, context }) => {
  test.skip(!process.env.E2E_FIGURES, 'Only on request: E2E_FIGURES=1')
  test.slow()
  await page.addInitScript(() =>
    new MutationObserver((_, observer) => {
      if (!document.querySelector('article')) return
      performance.mark('library-shown')
      observer.disconnect()
    }).observe(document, { subtree: true, childList: true }),
  )
  await keep(page, context)
  await page.goto('/offline#library')
  await ready(page)
  const before = await page.evaluate(async () => (await navigator.storage.estimate()).usage ?? 0)
  print('bytes on the device with the shell and one game', before)
  print('bytes on the device with 2,000 games', await page.evaluate(enlarge, 2000))

  await context.setOffline(true)
  // The first one wakes the worker and fills the caches of the code.
  for (let round = 0; round < 4; round += 1) {
    await page.goto('about:blank')
    await page.goto('/offline#library')
    await expect(page.getByRole('article').first()).toBeVisible()
    const shown = await page.evaluate(() =>
      Math.round(performance.getEntriesByName('library-shown')[0]?.startTime ?? -1),
    )
    print(`milliseconds to the library, round ${round}`, shown)
  }

  for (let at = 0; at < 100; at += 1)
    await page.evaluate(write, ['PUT', `/api/library/${GAME}/progress`, { played: { minutes: 1 } }] as const)
  const from = Date.now()
  await context.setOffline(false)
  await expect
    .poll(async () => (await (await context.request.get(`/api/library?game_id=${GAME}`)).json()).data[0].play_time, {
      intervals: [100],
      timeout: 60_000,
    })
    .toBeCloseTo(100 / 60, 1)
  print('milliseconds for 100 writes of the outbox', Date.now() - from)
})
