import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const PROJECTS = ['slow', 'server', 'browser']

/** What runs in a window: components, and the machinery of the browser. */
const BROWSER = ['src/**/*.test.tsx', 'src/**/web/**/*.test.ts']

/** Files of the browser that run without a window, and three others. */
const WITHOUT_WINDOW = /(\.server\.test\.tsx|\.test\.ts)$/

/**
 * Files that start whole processes, builds or clusters, send storms of calls, wait for retries, fill tables for query plans,
 * make whole data sets, read every endpoint and page as each reader, or read imports of megabytes. `npm run test:fast` leaves
 * them out.
 */
const SLOW = [
  'tests/*-command.test.ts',
  '{src,tests}/**/*{crash,failures,faults,plans,property,storm}*.test.ts',
  'src/db/embedded/*.test.ts',
  'src/db/seed/demo-world.test.ts',
  'src/features/exports/server/round-trip.test.ts',
  'src/features/imports/server/formats/{generated-files,hostile,open-import,reading}.test.ts',
  'bench/data-set/data-set-steps.test.ts',
  'tests/{access,backup,fresh-pages,night-log,pooler,privacy,realtime,replica-nodes,replicas,slow-reader,spoilers,two-nodes,wal-archive}.test.ts',
]

/**
 * Files of one project and environment follow each other: a worker ends when the next file has another one, and what it had
 * imported is imported again. Vitest itself orders a first run by the size of the files.
 */
class GroupedFiles extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const rank = ({ moduleId, project }: TestSpecification) =>
      project.name === 'browser' && WITHOUT_WINDOW.test(moduleId) ? 3 : PROJECTS.indexOf(project.name)
    return sorted.toSorted((one, other) => rank(one) - rank(other))
  }
}

export default defineConfig({
  plugins: [react()],
  test: {
    globalSetup: ['tests/support/global-setup.ts'],
    setupFiles: ['tests/support/each-file.ts'],
    sequence: { sequencer: GroupedFiles },
    // For two shared cores. With three workers more cases failed beside other load.
    maxWorkers: 2,
    // Files share a worker's modules: importing the server or React again took as long as the tests of a file.
    isolate: false,
    // As `npm start` does: fewer collections of short-lived objects.
    execArgv: ['--max-semi-space-size=32'],
    // The commands and apps that tests start read compiled modules from here, as `npm start` does.
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules/.cache/savepoint') },
    // Generous: no test is timed, and a shared machine may be slow.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000, interval: 10 } },
    projects: [
      {
        extends: true,
        // Half of their time they wait: for a killed process, a silent database, a reader who stops reading.
        test: { name: 'slow', include: SLOW, maxWorkers: 3, sequence: { groupOrder: 0 } },
      },
      {
        extends: true,
        test: {
          name: 'server',
          include: ['src/**/*.test.ts', 'tests/*.test.ts', 'bench/**/*.test.ts'],
          exclude: [...BROWSER, ...SLOW],
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: BROWSER,
          setupFiles: ['tests/browser/each-file.ts'],
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
