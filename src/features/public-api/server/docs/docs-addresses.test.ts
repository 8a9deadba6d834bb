import { expect, test } from 'vitest'
import { useTestApp } from '#tests/support/test-app.ts'
import type { ApiDescription } from './openapi-shapes.ts'

const app = useTestApp()
const get = (path: string) => app.app.request(`http://localhost:3000${path}`)

test('the page of the API shows every operation and shape of its description, without scripts', async () => {
  const page = await get('/api/docs')
  const html = await page.text()
  expect(page.status).toBe(200)
  const { paths, components } = (await (await get('/api/v1/openapi.json')).json()) as ApiDescription
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods))
  expect(operations.length).toBeGreaterThan(20)
  for (const { operationId, summary } of operations) {
    expect(html).toContain(`id="${operationId}"`)
    expect(html).toContain(`href="#${operationId}"`)
    expect(html).toContain(summary.replaceAll('&', '&amp;').replaceAll("'", '&#39;').slice(0, 40))
  }
  for (const name of Object.keys(components.schemas)) expect(html).toContain(`id="shape-${name}"`)
  // Each link within the page leads somewhere.
  const ids = new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id))
  for (const [, to] of html.matchAll(/href="#([^"]+)"/g)) expect(ids).toContain(to)
  expect(html).toContain('curl -X PUT &quot;http://localhost:3000/api/v1/library/{gameId}&quot;')
  expect(html).not.toMatch(/undefined|\[object|>false</)
})

test('the page loads its files from here, and nothing from elsewhere', async () => {
  const html = await (await get('/api/docs')).text()
  expect(html).toContain('<a href="/settings/tokens">')
  const files = [...html.matchAll(/(?:src|<link[^>]*href)="(\/[^"]+)"/g)].map(([, address = '']) => address)
  expect(files).toEqual(['archivo.woff2', 'docs.css', 'theme.js', 'docs.js'].map((name) => `/api/docs/${name}`))
  for (const address of files) {
    const { status, headers } = await get(address)
    expect([address, status]).toEqual([address, 200])
    expect(headers.get('content-type')).toMatch(/javascript|css|font/)
  }
  expect(html).not.toMatch(/<script>|<style|style=/)
})
