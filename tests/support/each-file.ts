import { beforeEach, vi } from 'vitest'

// Console output fails a test. A test that expects an error sets its own spy.
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation((...args: unknown[]) => {
    throw new Error(`console.error was called: ${args.map(String).join(' ')}`)
  })
})
