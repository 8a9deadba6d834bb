import { globSync } from 'node:fs'
import { resolve } from 'node:path'
import { beforeEach, vi } from 'vitest'
import type { SubjectKind } from '#shared/subject.ts'

// Noise fails: whoever expects an error says so with its own spy.
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation((...said: unknown[]) => {
    throw new Error(`console.error was called: ${said.map(String).join(' ')}`)
  })
})

// A shared machine may be slow; what never comes is still missed.
if ('document' in globalThis) {
  // Generic components look up the words and addresses of their subjects.
  const [{ fill, installContributions }, { subjectKinds }] = await Promise.all([
    import('../../src/web/slots.tsx'),
    import('../../src/web/web.slots.ts'),
  ])
  const modules = await Promise.all(globSync('src/features/*/*.subject.ts').map((path) => import(resolve(path))))
  installContributions(
    modules.flatMap((kinds) => Object.values<SubjectKind>(kinds)).map((kind) => fill(subjectKinds, kind)),
  )
  const { configure } = await import('@testing-library/dom')
  configure({ asyncUtilTimeout: 15_000 })
}
