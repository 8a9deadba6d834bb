import { beforeEach, vi } from 'vitest'

// Noise fails: whoever expects an error says so with its own spy.
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation((...said: unknown[]) => {
    throw new Error(`console.error was called: ${said.map(String).join(' ')}`)
  })
})

// A shared machine may be slow; what never comes is still missed.
if ('document' in globalThis) {
  const [{ SUBJECT_KINDS }, { provideSubjectKinds }] = await Promise.all([
    import('../../src/app/subjects.ts'),
    import('../../src/web/subjects.ts'),
  ])
  provideSubjectKinds(SUBJECT_KINDS)
  const { configure } = await import('@testing-library/dom')
  configure({ asyncUtilTimeout: 15_000 })
}
