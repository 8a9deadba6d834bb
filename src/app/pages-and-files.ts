import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { PROJECT_FOLDER } from '#db/project-folder.ts'
import type { Config } from '#server/config.ts'
import { ConfigError } from '#server/config-error.ts'
import type { App } from '#server/http.ts'
import type { PageRenderer } from '#server/serve-page.ts'
import { loadStaticFiles, type StaticFile } from '#server/static-files.ts'
import type { Manifest, PageBundle } from './page-bundle.ts'

// Pages and files come from the build, or in development from the sources.

const CLIENT = join(PROJECT_FOLDER, 'dist/client')

/** The pages that the build has made. */
export async function productionPages(): Promise<PageRenderer> {
  const bundle = join(PROJECT_FOLDER, 'dist/ssr/ssr.js')
  if (!existsSync(bundle))
    throw new ConfigError('The pages are not built yet. Run `npm start`, or `npm run build` first.')
  const ssr = (await import(pathToFileURL(bundle).href)) as PageBundle
  const manifest = JSON.parse(readFileSync(join(CLIENT, '.vite/manifest.json'), 'utf8')) as Manifest
  const read = (file: string) => readFileSync(join(CLIENT, file), 'utf8')
  return { keyOf: ssr.keyOf, render: ssr.createRenderer(ssr.productionHead(manifest, read)) }
}

type ViteServer = import('vite').ViteDevServer

/** The pages of the sources, through Vite. */
export async function developmentPages(vite: ViteServer): Promise<PageRenderer> {
  const load = () => vite.ssrLoadModule('/src/app/ssr.tsx') as Promise<PageBundle>
  return {
    keyOf: () => null,
    async render(input) {
      const ssr = await load()
      return ssr.createRenderer(ssr.developmentHead)(input)
    },
  }
}

/** The app with errors that name the lines of the sources. */
export function throughVite(app: App, vite: ViteServer): App {
  app.onError((error, c) => {
    vite.ssrFixStacktrace(error)
    console.error(error)
    return c.text(error.stack ?? error.message, 500)
  })
  return app
}

/** The built files. Where the worker is off, its address answers the one that removes it. */
export function productionFiles({ serviceWorker }: Pick<Config, 'serviceWorker'>): ReturnType<typeof loadStaticFiles> {
  const files = loadStaticFiles(CLIENT)
  const off = files.get('/service-worker-off.js')
  if (!serviceWorker && off) files.set('/service-worker.js', off)
  return files
}

/** Files that the build would copy to fixed addresses. */
export function developmentFiles(): ReturnType<typeof loadStaticFiles> {
  const parts = loadStaticFiles(join(PROJECT_FOLDER, 'src/web/ui'))
  const files = new Map<string, StaticFile>()
  for (const [address, file] of [
    ['/theme.js', parts.get('/theme-boot.js')],
    ...['/favicon.svg', '/plain.css', '/tokens.css'].map((name) => [name, parts.get(name)] as const),
  ] as const)
    if (file) files.set(address, file)
  return files
}
