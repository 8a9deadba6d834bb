declare const self: ServiceWorkerGlobalScope & {
  /** The build writes it in front of the worker: what this version of the shell consists of. */
  readonly SHELL: { version: string; files: readonly string[] }
}

/** The page that is shown without a network. It holds nothing of a member: its data come from the device. */
const PAGE = '/offline'
const PREFIX = 'shell-'
const NAME = PREFIX + self.SHELL.version
/** The server sends `vary: cookie`, and the page has parameters that only its script reads. */
const ANY = { ignoreVary: true, ignoreSearch: true }

/**
 * Keeps the shell of this version: the page without a network, with all files that it loads. The page comes from the server as a
 * visitor sees it, and it may be one of another version while two run, so the files that it names are cached, too.
 */
async function keepShell(): Promise<void> {
  const shell = await caches.open(NAME)
  const page = await fetch(PAGE, { credentials: 'omit', cache: 'reload' })
  if (!page.ok || page.redirected) throw new Error(`${PAGE} answers ${page.status}`)
  const named = (await page.clone().text()).matchAll(/"(\/assets\/[^"]+)"/g)
  await shell.addAll([...new Set([...self.SHELL.files, ...[...named].map(([, file = '']) => file)])])
  await shell.put(PAGE, page)
}

async function dropOldShells(): Promise<void> {
  const names = await caches.keys()
  await Promise.all(names.filter((name) => name.startsWith(PREFIX) && name !== NAME).map((name) => caches.delete(name)))
}

/** Pages come from the network and are never cached. Without it, the shell says so and shows what the device has. */
async function openPage(event: FetchEvent, { pathname, search }: URL): Promise<Response> {
  try {
    return ((await event.preloadResponse) as Response | undefined) ?? (await fetch(event.request))
  } catch (error) {
    const page = await caches.match(PAGE, { ...ANY, cacheName: NAME })
    if (!page) throw error
    return pathname === PAGE ? page : Response.redirect(`${PAGE}?from=${encodeURIComponent(pathname + search)}`)
  }
}

/** The names of these files have a hash of their content, so one that is cached is the right one. */
const openFile = async (request: Request): Promise<Response> =>
  (await caches.match(request, { ...ANY, cacheName: NAME })) ?? fetch(request)

/**
 * Replaces the worker and the shell of the version before at once: no worker waits behind a prompt. Open pages go on, because
 * the server keeps the files of their version; nothing reloads them.
 */
export function serveShell(): void {
  self.addEventListener('install', (event) => event.waitUntil(keepShell().then(() => self.skipWaiting())))
  self.addEventListener('activate', (event) =>
    event.waitUntil(
      Promise.all([dropOldShells(), self.registration.navigationPreload?.enable(), self.clients.claim()]),
    ),
  )
  self.addEventListener('fetch', (event) => {
    const { request } = event
    const url = new URL(request.url)
    if (request.method !== 'GET' || url.origin !== self.location.origin) return
    if (url.pathname.startsWith('/assets/')) event.respondWith(openFile(request))
    else if (request.mode === 'navigate' && !url.pathname.startsWith('/api/')) event.respondWith(openPage(event, url))
  })
}
