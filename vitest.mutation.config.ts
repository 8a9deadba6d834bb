import { defineConfig } from 'vitest/config'

interface Area {
  /** The mutated files. */
  mutate: string[]
  /** The tests that must kill the mutants: those of the area, because a mutant that nothing kills runs all of them. */
  tests: string[]
}

const AREAS: Record<string, Area> = {
  rules: {
    mutate: ['src/features/**/*.rules.ts', 'src/features/**/*.policy.ts'],
    tests: ['src/features/**/*.rules.test.ts', 'src/features/**/*.policy.test.ts'],
  },
  visibility: {
    mutate: ['src/features/profiles/server/visibility/*.ts'],
    tests: ['src/features/profiles/server/visibility/*.test.ts'],
  },
  cache: {
    mutate: ['src/server/{tagged-cache,page-cache,answer-cache,tags}.ts'],
    tests: ['src/server/{tagged-cache,page-cache,answer-cache,tags}.test.ts'],
  },
  ledger: {
    mutate: ['src/features/play-log/server/{play-sessions,progress}/*.ts'],
    tests: ['src/features/play-log/server/{play-sessions,progress}/*.routes.test.ts'],
  },
}

const area = process.env.AREA ?? ''
const { mutate, tests } = AREAS[area] ?? unknownArea()

/** What `stryker.config.ts` mutates. */
export const MUTATION = { area, mutate }

export default defineConfig({
  test: {
    globalSetup: ['tests/support/global-setup.ts'],
    setupFiles: ['tests/support/each-file.ts'],
    include: tests,
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
})

function unknownArea(): never {
  throw new Error(`Set AREA to one of ${Object.keys(AREAS).join(', ')}.`)
}
