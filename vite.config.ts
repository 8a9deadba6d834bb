import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type EnvironmentOptions, type Plugin } from 'vite'

if (!process.versions.node.startsWith('24.'))
  throw new Error(
    `Savepoint is built with Node 24, and this is ${process.version}. Run it through npm (npm start), after npm ci.`,
  )

const isBuild = !process.argv.includes('--dev')

/** scripts/build.ts builds beside `dist` and puts the whole in its place. */
const OUT = process.env.BUILD_DIR ?? 'dist'

/** The libraries that every page needs, without the parts of the query client that only some pages use. */
const LIBRARIES =
  /node_modules\/(?:(?:react|react-dom|scheduler|react-router)\/|@tanstack\/(?:query-core|react-query)\/(?!.*\/(?:queriesObserver|useQueries|infiniteQueryObserver|useInfiniteQuery|mutationObserver|useMutation)\.js$))/

/** Our own code that most pages need, with all that it imports: the document, and what shows games and a member's marks on them. */
const FRAME = [
  /\/src\/app\/(?:browser|document)\.tsx$/,
  /\/src\/shared\/(?:canonical-ids|dates)\.ts$/,
  /\/src\/web\/(?:http-status-texts|use-head-first|ui\/(?:error-boundary|native-select|progress-bar|rating|status|tab-list))\.tsx?$/,
  /\/src\/features\/activity\/web\/activity-keys\.ts$/,
  /\/src\/features\/catalogue\/(?:catalogue\.rules\.ts|web\/catalogue\.api\.ts)$/,
  /\/src\/features\/library\/(?:library\.rules\.ts|web\/(?:library\.api|(?:library-panel|use-game-actions)\.widgets|mark\.api|rating\.api)\.tsx?)$/,
]

/** The libraries of forms, popups and sorting: they load with the first of these. */
const ON_DEMAND = /node_modules\/(?:@base-ui|@floating-ui|@dnd-kit|@hookform|@simplewebauthn|react-hook-form|zod)\//

interface Modules {
  getModuleInfo: (id: string) => { importedIds: string[] } | null
}

/**
 * Returns a name of a group for our own code that imports, itself or through other files, no library that loads on demand: so
 * the group brings none of them to a page.
 */
function lightCodeIn(group: string): (id: string, modules: Modules) => string | null {
  const known = new Map<string, boolean>()
  const isLight = (id: string, modules: Modules): boolean => {
    // Files may import each other, so all that one of them imports are looked at together.
    const imported = new Set([id])
    for (const each of imported) {
      if (ON_DEMAND.test(each)) return false
      for (const one of modules.getModuleInfo(each)?.importedIds ?? []) imported.add(one)
    }
    return true
  }
  return (id, modules) => {
    if (!/\/src\//.test(id) || id.includes('node_modules')) return null
    const answer = known.get(id) ?? isLight(id, modules)
    known.set(id, answer)
    return answer ? group : null
  }
}

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

/**
 * Builds a program of the server into one file with the libraries that it uses: reading and linking some three thousand
 * small files was most of a start (decision 0092). What brings programs for this machine stays outside. `own` is a file that
 * comes first, alone: it decides how Node compiles the rest.
 */
const onServer = (name: string, input: string, own?: RegExp): EnvironmentOptions => ({
  consumer: 'server',
  // In development Node loads the libraries itself: Vite's module runner cannot run those that are CommonJS.
  ...(isBuild && { resolve: { noExternal: true, external: ['sharp', '@takumi-rs/core', 'vite'] } }),
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    outDir: `${OUT}/${name}`,
    ssr: true,
    sourcemap: true,
    rollupOptions: {
      input,
      // V8 keeps the text of a program in memory, with two bytes for each character as soon as one is not in Latin-1.
      output: {
        entryFileNames: `${name}.js`,
        chunkFileNames: '[name].js',
        codeSplitting: own ? { groups: [{ name: 'server', test: (id: string) => !own.test(id) }] } : false,
        comments: false,
        charset: 'ascii',
      },
    },
  },
})

export default defineConfig({
  appType: 'custom',
  plugins: [react(), tailwindcss(), noServerCodeInBrowser()],
  publicDir: false,
  // Without lists of what each dynamic import needs in turn: they are 3 kB of the first JavaScript (decision 0058). The head
  // preloads what the page at hand needs (app/ssr.tsx), and the code of likely next pages is fetched when the browser is idle.
  build: { target: 'es2023', reportCompressedSize: false, modulePreload: false },
  environments: {
    client: {
      build: {
        outDir: `${OUT}/client`,
        manifest: true,
        rollupOptions: {
          // The document contains the font faces: the stylesheet may arrive after the first paint, and a second declaration of a
          // face would load the font again.
          input: ['src/app/browser.tsx', 'src/web/ui/fonts.css'],
          // Few files, which compress better than many; the libraries a visitor keeps while only our own code changes.
          output: {
            // The entry lists all chunks by name, so one character less in each hash is 100 bytes less of the first JavaScript.
            chunkFileNames: 'assets/[name]-[hash:7].js',
            codeSplitting: {
              groups: [
                { name: 'libraries', test: LIBRARIES, priority: 2 },
                { name: 'frame', test: (id: string) => FRAME.some((pattern) => pattern.test(id)), priority: 1 },
                // Without a proxy a browser fetches six files at a time, and a page had up to a hundred small ones (decision 0095).
                { name: lightCodeIn('common'), debugName: 'common', minShareCount: 10, priority: 0.5 },
                { name: lightCodeIn('shared'), debugName: 'shared', minShareCount: 5 },
                // What several kinds of popups and dialogs share; it loads with the first of them.
                { name: 'base-ui', test: /node_modules\/@(?:base-ui|floating-ui)\//, minShareCount: 2 },
              ],
            },
          },
        },
      },
    },
    server: onServer('main', 'src/main.ts', /\/src\/main\.ts$/),
    ssr: onServer('ssr', 'src/app/ssr.tsx'),
    fileThread: onServer('file-thread', 'src/features/imports/server/formats/file-thread.ts'),
  },
  builder: {},
})
