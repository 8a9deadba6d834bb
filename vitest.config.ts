import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  plugins: [react()],
  test: {
    include: ['src/**/*.test.{ts,tsx}', 'tests/*.test.ts', 'bench/**/*.test.ts'],
    globalSetup: ['tests/support/global-setup.ts'],
    setupFiles: ['tests/support/each-file.ts'],
    // Files share a worker's modules, which halves the time: importing the server anew took as long as the tests of a file.
    isolate: false,
    // Two shared cores: more workers than this only wait for one another.
    maxWorkers: 2,
    // Generous: no test is timed, and a shared machine may be slow.
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
})
