import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { expect, test } from './browser.ts'

test.use({ serviceWorkers: 'allow' })

const built = (name: string) => readFileSync(new URL(`../../dist/client/${name}`, import.meta.url), 'utf8')
/** The worker without the list that the build has written in front of it. */
const WORKER = built('service-worker.js').replace(/^self\.SHELL=.*?\};/, '')

/** A site of which several builds come one after another: each has one chunk, whose name is that of the build. */
function startSite(): Promise<{
  server: Server
  url: string
  deploy: (build: string | null) => void
  loads: string[]
}> {
  let build: string | null = 'one'
  const loads: string[] = []
  const server = createServer(({ url = '/', headers }, response) => {
    const send = (type: string, text: string, status = 200) =>
      response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(text)
    if (url === '/service-worker.js')
      return send(
        'text/javascript',
        build === null
          ? built('service-worker-off.js')
          : `self.SHELL=${JSON.stringify({ version: build, files: [`/assets/${build}.js`] })};${WORKER}`,
      )
    if (url.startsWith('/assets/'))
      // The chunks of the builds before are gone.
      return url === `/assets/${build}.js`
        ? send('text/javascript', `document.title = '${build}'`)
        : send('text/plain', '', 404)
    if (url.startsWith('/api/')) return send('application/json', '{"user":null}')
    if (headers['sec-fetch-mode'] === 'navigate') loads.push(url)
    return send(
      'text/html',
      `<title>?</title><h1>Build ${build} of ${url}</h1><script src="/assets/${build}.js"></script>`,
    )
  })
  return new Promise((resolve) =>
    server.listen(0, '127.0.0.1', () => {
      const url = `http://localhost:${(server.address() as AddressInfo).port}`
      resolve({ server, url, loads, deploy: (next) => (build = next) })
    }),
  )
}

/** Registers the worker as the page of the site does, and waits until it serves the page. */
async function register(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.register('/service-worker.js', { updateViaCache: 'none' })
    if (!navigator.serviceWorker.controller)
      await new Promise((done) => navigator.serviceWorker.addEventListener('controllerchange', done, { once: true }))
  })
}

const shells = (page: Page) => page.evaluate(() => caches.keys())

test('two builds in a row: the next visit shows the new one, nothing waits, nothing reloads', {
  tag: '@desktop',
}, async ({ page, context }) => {
  const site = await startSite()
  try {
    await page.goto(`${site.url}/`)
    await register(page)
    expect(await shells(page)).toEqual(['shell-one'])
    for (const build of ['two', 'three']) {
      site.deploy(build)
      site.loads.length = 0
      await page.goto(`${site.url}/${build}`)
      // Of the new build, although the worker and its shell are of the one before.
      await expect(page).toHaveTitle(build)
      await register(page)
      await expect.poll(() => shells(page)).toEqual([`shell-${build}`])
      const waiting = () =>
        page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting ?? null)
      expect(await waiting()).toBeNull()
      expect(site.loads).toEqual([`/${build}`])
    }
    await context.setOffline(true)
    await page.goto(`${site.url}/somewhere?x=1`)
    await expect(page).toHaveURL(`${site.url}/offline?from=${encodeURIComponent('/somewhere?x=1')}`)
    await expect(page).toHaveTitle('three')
  } finally {
    site.server.close()
  }
})

test('the kill switch removes the worker and what it has stored in one visit', { tag: '@desktop' }, async ({
  page,
}) => {
  const site = await startSite()
  try {
    await page.goto(`${site.url}/`)
    await register(page)
    site.deploy(null)
    site.loads.length = 0
    await page.goto(`${site.url}/`)
    await page.evaluate(() => navigator.serviceWorker.register('/service-worker.js', { updateViaCache: 'none' }))
    await expect.poll(() => shells(page)).toEqual([])
    const isThere = () => page.evaluate(async () => (await navigator.serviceWorker.getRegistration()) !== undefined)
    await expect.poll(isThere).toBe(false)
    expect(site.loads).toEqual(['/'])
  } finally {
    site.server.close()
  }
})
