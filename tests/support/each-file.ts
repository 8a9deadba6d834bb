import { globSync } from 'node:fs'
import { resolve } from 'node:path'
import { beforeEach, vi } from 'vitest'
import type { SubjectKind } from '#shared/subject.ts'

// Console output fails a test. A test that expects an error sets its own spy.
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation((...args: unknown[]) => {
    throw new Error(`console.error was called: ${args.map(String).join(' ')}`)
  })
})

// A loaded machine is slow, so waits have a longer timeout. An element that never appears still fails the test.
if ('document' in globalThis) {
  // Generic components look up the messages and endpoints of their subjects.
  const [{ fill, installContributions }, { subjectKinds }] = await Promise.all([
    import('../../src/web/slots.tsx'),
    import('../../src/web/web.slots.ts'),
  ])
  const modules = await Promise.all(globSync('src/features/*/*.subject.ts').map((path) => import(resolve(path))))
  installContributions(
    modules.flatMap((kinds) => Object.values<SubjectKind>(kinds)).map((kind) => fill(subjectKinds, kind)),
  )
  const { configure } = await import('@testing-library/dom')
  configure({ asyncUtilTimeout: 30_000 })
}
