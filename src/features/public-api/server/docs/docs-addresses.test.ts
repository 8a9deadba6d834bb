import { expect, test } from 'vitest'
import { useTestApp } from '#tests/support/test-app.ts'

const app = useTestApp()

test('the page of the API loads its viewer from here, and nothing from elsewhere', async () => {
  const page = await app.app.request('http://localhost:3000/api/docs')
  const html = await page.text()
  expect(page.status).toBe(200)
  expect(html).toContain('<a href="/settings/tokens">')
  const sources = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].flatMap(([, address = '']) =>
    ['data:,', '/', '/settings/tokens'].includes(address) ? [] : [address],
  )
  expect(sources.length).toBe(4)
  for (const address of sources) {
    expect(address).toMatch(/^\/api\//)
    const { status, headers } = await app.app.request(`http://localhost:3000${address}`)
    expect([address, status]).toEqual([address, 200])
    expect(headers.get('content-type')).toMatch(/javascript|css|json/)
  }
  expect(html).not.toMatch(/<script>|<style|style=/)
})

test.each([
  ['dark', false, true],
  ['light', true, false],
  ['', true, true],
  ['', false, false],
])('the chosen theme %j, with a dark system %s, makes the page dark: %s', async (theme, isDark, expected) => {
  const script = await (await app.app.request('http://localhost:3000/api/docs/start.js')).text()
  const classes: string[] = []
  const document = {
    cookie: `beta=closed${theme && `; theme=${theme}`}`,
    documentElement: { classList: { add: (name: string) => classes.push(name) } },
  }
  const run = new Function('document', 'matchMedia', 'location', 'SwaggerUIBundle', script)
  run(
    document,
    () => ({ matches: isDark }),
    { origin: 'http://localhost:3000' },
    () => ({ initOAuth: () => {} }),
  )
  expect(classes).toEqual(expected ? ['dark-mode'] : [])
})

test('the viewer has a redirect address for OAuth, with a script of its own', async () => {
  const back = await app.app.request('http://localhost:3000/api/docs/oauth2-redirect.html?code=1')
  expect([back.status, back.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  expect(await back.text()).toContain('<script src="oauth2-redirect.js"></script>')
  const { status } = await app.app.request('http://localhost:3000/api/docs/oauth2-redirect.js')
  expect(status).toBe(200)
})
