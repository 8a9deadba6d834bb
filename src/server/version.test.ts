import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { useTestApp } from '#tests/support/test-app.ts'

const app = useTestApp({ METRICS: 'on' })

test('health and metrics name the version', async () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
  const visitor = app.visitor()
  // Only a build knows its commit.
  expect((await visitor.get('/api/health')).body).toMatchObject({ version, commit: null })
  expect((await visitor.get('/metrics')).body).toContain(`savepoint_info{version="${version}",commit=""} 1`)
})
