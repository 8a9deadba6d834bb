import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  plugins: [react()],
  test: {
    include: ['src/**/*.test.{ts,tsx}', 'tests/*.test.ts', 'bench/**/*.test.ts'],
    globalSetup: ['tests/support/global-setup.ts'],
    setupFiles: ['tests/support/each-file.ts'],
    // Two shared cores: more workers than this only wait for one another.
    maxWorkers: 2,
    // A shared machine stalls now and then; what passes only at the second try is marked so.
    retry: process.env.CI ? 1 : 0,
    // Generous: no test is timed, and a shared machine may be slow.
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
})
