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

/** The libraries that every page needs. A visitor keeps this file while only our own code changes. */
const LIBRARIES = /node_modules\/(?:react|react-dom|scheduler|react-router|@tanstack\/(?:query-core|react-query))\//

/** What is in the file that every page loads: what the entry and the page of a game need to start. */
const FRAME = ['/src/app/browser.tsx', '/src/pages/game.page.tsx']

/** The libraries of forms, popups and sorting: they load with the first of these. */
const ON_DEMAND = /node_modules\/(?:@base-ui|@floating-ui|@dnd-kit|@hookform|@simplewebauthn|react-hook-form|zod)\//

interface Modules {
  getModuleInfo: (id: string) => { importedIds: string[] } | null
}

/** Returns files with all that they import, themselves or through other files. */
function withImports(files: readonly string[], modules: Modules): Set<string> {
  const all = new Set(files)
  // A set also visits what is added meanwhile.
  for (const each of all) for (const imported of modules.getModuleInfo(each)?.importedIds ?? []) all.add(imported)
  return all
}

function frame(): (id: string, modules: Modules) => string | null {
  let files: Set<string> | undefined
  return (id, modules) => {
    files ??= withImports(
      FRAME.map((file) => import.meta.dirname + file),
      modules,
    )
    return files.has(id) ? 'frame' : null
  }
}

/** Our own code, without what needs a library that loads on demand: it would bring the library to a page. */
const shared = (id: string, modules: Modules): string | null =>
  /\/src\//.test(id) && ![...withImports([id], modules)].some((each) => ON_DEMAND.test(each)) ? 'shared' : null

/** Stops the build when server code is about to reach the browser. */
function noServerCodeInBrowser(): Plugin {
  return {
    name: 'no-server-code-in-browser',
    enforce: 'post',
    generateBundle(options, bundle) {
      if (!['client', 'serviceWorker'].includes(this.environment.name)) return
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

/** The libraries that bring programs for this machine. A release has them beside the built files (`scripts/release.ts`). */
export const PROGRAMS = ['sharp', '@takumi-rs/core']

/** Libraries that the server loads only with the setting of their feature: they are files of their own. */
const ON_SETTING = {
  traces: /node_modules\/@opentelemetry\/(?!api\/|semantic-conventions\/)|\/src\/server\/traces\/open-traces\.ts$/,
  storage: /node_modules\/(?:@aws-sdk|@smithy|@aws-crypto|@aws|fast-xml-parser|strnum)\//,
}

/**
 * Builds a program of the server into one file with the libraries that it uses: reading and linking some three thousand
 * small files was most of a start (decision 0092). What brings programs for this machine stays outside. `own` is a file that
 * comes first, alone: it decides how Node compiles the rest.
 */
export const onServer = (name: string, input: string, own?: RegExp): EnvironmentOptions => ({
  consumer: 'server',
  // In development Node loads the libraries itself: Vite's module runner cannot run those that are CommonJS.
  ...(isBuild && { resolve: { noExternal: true, external: [...PROGRAMS, 'vite'] } }),
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
        codeSplitting: own
          ? {
              groups: [
                { name: 'storage', test: ON_SETTING.storage, priority: 1 },
                { name: 'traces', test: ON_SETTING.traces, priority: 1 },
                { name: 'server', test: (id: string) => !own.test(id) },
              ],
            }
          : false,
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
  build: { target: 'es2023', reportCompressedSize: false },
  environments: {
    client: {
      build: {
        outDir: `${OUT}/client`,
        manifest: true,
        rollupOptions: {
          // The document contains the font faces: the stylesheet may arrive after the first paint, and a second declaration of a
          // face would load the font again.
          input: ['src/app/browser.tsx', 'src/web/ui/fonts.css'],
          // Without a proxy a browser fetches six files at a time, so a page has few (decision 0095).
          output: {
            // The first file names all others, so each character of a hash is a quarter of a kilobyte. Rolldown takes no fewer.
            chunkFileNames: 'assets/[name]-[hash:7].js',
            codeSplitting: {
              groups: [
                { name: 'libraries', test: LIBRARIES, priority: 2 },
                { name: frame(), debugName: 'frame', priority: 1 },
                { name: shared, debugName: 'shared', minShareCount: 6 },
                // What several kinds of popups and dialogs share; it loads with the first of them.
                { name: 'base-ui', test: /node_modules\/@(?:base-ui|floating-ui)\//, minShareCount: 2 },
              ],
            },
          },
        },
      },
    },
    // One file: scripts/build.ts writes in front of it which files the shell has.
    serviceWorker: {
      consumer: 'client',
      build: {
        outDir: `${OUT}/service-worker`,
        rollupOptions: {
          input: 'src/app/service-worker.ts',
          output: { format: 'iife', entryFileNames: 'service-worker.js' },
        },
      },
    },
    server: onServer('main', 'src/main.ts', /\/src\/main\.ts$/),
    ssr: onServer('ssr', 'src/app/ssr.tsx'),
    fileThread: onServer('file-thread', 'src/features/imports/server/formats/file-thread.ts'),
  },
  builder: {},
})
