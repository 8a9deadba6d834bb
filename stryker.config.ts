import { MUTATION } from './vitest.mutation.config.ts'

const reports = `reports/mutation/${MUTATION.area}`

export default {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'vitest.mutation.config.ts' },
  mutate: [...MUTATION.mutate, '!**/*.test.ts'],
  coverageAnalysis: 'perTest',
  concurrency: 1,
  // Later runs repeat only mutants whose code or tests have changed.
  incremental: true,
  incrementalFile: `${reports}/incremental.json`,
  reporters: ['clear-text', 'html'],
  htmlReporter: { fileName: `${reports}/index.html` },
  clearTextReporter: { allowColor: false, reportTests: false },
  // The runner strips types, so a mutant may break them.
  disableTypeChecks: false,
  // Anchored at the root: src/features/reports is a feature.
  ignorePatterns: ['/dist*', '/data', '/reports', '/test-results', '/playwright-report', '/bench/results', '*.log'],
  // A mutant that only makes a busy machine slow is not killed.
  timeoutMS: 60_000,
  dryRunTimeoutMinutes: 30,
  thresholds: { high: 85, low: 85, break: 85 },
}
