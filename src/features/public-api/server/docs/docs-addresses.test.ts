import { expect, test } from 'vitest'
import { useTestApp } from '#tests/support/test-app.ts'

const app = useTestApp()

test('the page of the API loads its viewer from here, and nothing from elsewhere', async () => {
  const page = await app.app.request('http://localhost:3000/api/docs')
  const html = await page.text()
  expect(page.status).toBe(200)
  const sources = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].flatMap(([, address = '']) =>
    address === 'data:,' ? [] : [address],
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
