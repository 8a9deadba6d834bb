import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { contractsForBrowser } from './scripts/contracts-for-browser.ts'
import { routerInParts } from './scripts/router-in-parts.ts'

if (!process.versions.node.startsWith('24.'))
  throw new Error(
    `Savepoint is built with Node 24, and this is ${process.version}. Run it through npm (npm start), after npm ci.`,
  )

/** scripts/build.ts builds beside `dist` and puts the whole in its place. */
const OUT = process.env.BUILD_DIR ?? 'dist'

/** What every page needs; not what only some ask for: lists of queries, and lists that grow. */
const LIBRARIES =
  /node_modules\/(?:(?:react|react-dom|scheduler|react-router)\/|@tanstack\/(?:query-core|react-query)\/(?!.*\/(?:queriesObserver|useQueries|infiniteQueryObserver|useInfiniteQuery)\.js$))/

/** Our own code that every page needs, or nearly every page, with all that it imports. */
const FRAME =
  /\/src\/(?:app\/(?:browser|document)\.tsx|web\/ui\/(?:status|cover|chip)\.tsx|web\/head\.tsx|shared\/dates\.ts)$/

/** What most pages have that show games which can be marked: posters, panels, lists, tabs. */
const MARKS =
  /\/src\/(?:features\/(?:library\/(?:library\.rules\.ts|web\/(?:library\.api|use-mark|use-rating|use-game-actions|library-panel)\.tsx?)|catalogue\/(?:catalogue\.rules\.ts|web\/catalogue\.(?:api\.ts|widgets\.tsx))|activity\/web\/activity-keys\.ts)|web\/ui\/(?:rating|progress-bar|native-select|tab-list|error-boundary)\.tsx)$/

/** Stops the build when server code is about to reach the browser. */
function noServerCodeInBrowser(): Plugin {
  return {
    name: 'no-server-code-in-browser',
    enforce: 'post',
    generateBundle(options, bundle) {
      if (this.environment.name !== 'client') return
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue
        const wrong = Object.keys(chunk.modules).find((id) =>
          /\/src\/(server|db|features\/[^/]+\/server)\/|\/src\/main\.ts/.test(id),
        )
        if (wrong)
          this.error(`${wrong} is server code and would reach the browser in ${chunk.fileName} (${options.dir})`)
      }
    },
  }
}

export default defineConfig({
  appType: 'custom',
  plugins: [contractsForBrowser(), routerInParts(), react(), tailwindcss(), noServerCodeInBrowser()],
  publicDir: false,
  // Every browser that runs this code preloads modules itself.
  build: { target: 'es2023', reportCompressedSize: false, modulePreload: { polyfill: false } },
  environments: {
    client: {
      build: {
        outDir: `${OUT}/client`,
        manifest: true,
        rollupOptions: {
          input: 'src/app/browser.tsx',
          // Few files, which compress better than many; the libraries a visitor keeps while only our own code changes.
          output: {
            // The entry lists all chunks by name, so one character less in each hash is 100 bytes less of the first JavaScript.
            chunkFileNames: 'assets/[name]-[hash:7].js',
            codeSplitting: {
              groups: [
                { name: 'libraries', test: LIBRARIES, priority: 2 },
                { name: 'frame', test: FRAME, priority: 1 },
                { name: 'marks', test: MARKS, priority: 1 },
              ],
            },
          },
        },
      },
    },
    ssr: {
      build: {
        outDir: `${OUT}/ssr`,
        ssr: true,
        rollupOptions: { input: 'src/app/ssr.tsx', output: { entryFileNames: 'ssr.js' } },
      },
    },
  },
  builder: {},
})
