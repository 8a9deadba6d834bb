import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Builder, By, Capabilities, Key, type WebDriver } from 'selenium-webdriver'
import type { WebKitPaths } from '../../../scripts/browsers.ts'
import { HEIGHT, type OtherBrowser } from './other-browser.ts'

/** The tool bar of WebKit's small browser is wider than a phone, and its window cannot be narrower than its content. */
const NARROW_WINDOW = `
* { min-width: 0; min-height: 0; padding: 0; margin: 0; border-width: 0; }
toolbar, headerbar, toolbar *, headerbar * { font-size: 1px; -gtk-icon-transform: scale(0.1); }
`

/** Opens WebKitGTK through WebDriver, in a window on a display of its own. */
export async function openWebKit(paths: WebKitPaths, baseURL: string): Promise<OtherBrowser> {
  const settings = mkdtempSync(join(tmpdir(), 'savepoint-webkit-'))
  mkdirSync(join(settings, 'gtk-3.0'))
  writeFileSync(join(settings, 'gtk-3.0/gtk.css'), NARROW_WINDOW)
  const display = spawn(paths.display, ['-displayfd', '1', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [number] = (await once(display.stdout, 'data')) as [Buffer]
  const port = await freePort()
  const driverProcess = spawn(paths.driver, [`--port=${port}`], {
    stdio: 'ignore',
    env: {
      ...process.env,
      DISPLAY: `:${String(number).trim()}`,
      GDK_BACKEND: 'x11',
      XDG_CONFIG_HOME: settings,
      XDG_CACHE_HOME: settings,
      XDG_DATA_HOME: settings,
      NO_AT_BRIDGE: '1',
    },
  })
  const app = await startListeningProxy(baseURL)
  const driver = await connect(port, paths.browser)
  await driver.manage().setTimeouts({ script: 20_000 })
  return {
    async open(address) {
      await driver.get(new URL(address, app.address).href)
    },
    async resize(width) {
      await driver.manage().window().setRect({ x: 0, y: 0, width, height: HEIGHT })
    },
    run: (script, ...args) => driver.executeScript(script, ...args) as never,
    click: (selector) => driver.findElement(By.css(selector)).click(),
    type: (text) => driver.actions().sendKeys(text).perform(),
    press: (key) => driver.actions().sendKeys(keyOf(key)).perform(),
    complaints: () => driver.executeScript('return globalThis.complaints'),
    async close() {
      await driver.quit()
      app.close()
      await end(driverProcess)
      await end(display)
      rmSync(settings, { recursive: true, force: true })
    },
  }
}

const KEYS: Record<string, string> = {
  Enter: Key.ENTER,
  Tab: Key.TAB,
  ArrowRight: Key.ARROW_RIGHT,
  ArrowDown: Key.ARROW_DOWN,
  Escape: Key.ESCAPE,
}
const keyOf = (key: string): string => KEYS[key] ?? key

/** Connects to the driver as soon as it listens. */
async function connect(port: number, binary: string): Promise<WebDriver> {
  const wanted = new Capabilities({
    browserName: 'MiniBrowser',
    'webkitgtk:browserOptions': { binary, args: ['--automation'] },
  })
  for (let tries = 0; ; tries += 1)
    try {
      return await new Builder().usingServer(`http://127.0.0.1:${port}`).withCapabilities(wanted).build()
    } catch (error) {
      const isStarting = error instanceof Error && error.message.includes('ECONNREFUSED')
      if (!isStarting || tries === 100) throw error
      await new Promise((done) => setTimeout(done, 100))
    }
}

async function freePort(): Promise<number> {
  const server = createTcpServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill()
  await once(child, 'exit')
}

/** Keeps what a document reports from its first script on, but what the app does not report either (`report-error.ts`). */
const LISTENER = `
globalThis.complaints = []
const note = (text) => /ResizeObserver loop/.test(text) || globalThis.complaints.push(String(text))
addEventListener('error', ({ error, message }) => note(error ?? message))
addEventListener('unhandledrejection', ({ reason }) => note(reason))
addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => note(violatedDirective + ' ' + blockedURI))
const { error } = console
console.error = (...args) => { note(args.join(' ')); error.apply(console, args) }
`

/**
 * Starts a server in front of the app that adds a script to each document. WebDriver cannot read the console, nor run a
 * script before those of a page.
 */
async function startListeningProxy(baseURL: string): Promise<{ address: string; close: () => void }> {
  const target = new URL(baseURL)
  const forward = (from: IncomingMessage, to: ServerResponse) => {
    if (from.url === '/complaints.js') {
      to.writeHead(200, { 'content-type': 'text/javascript' }).end(LISTENER)
      return
    }
    const { 'accept-encoding': _, origin, ...headers } = from.headers
    const sent = request(
      new URL(from.url as string, target),
      {
        method: from.method as string,
        headers: { ...headers, host: target.host, ...(origin && { origin: target.origin }) },
      },
      async (answer) => {
        if (!answer.headers['content-type']?.startsWith('text/html')) {
          to.writeHead(answer.statusCode as number, answer.headers)
          answer.pipe(to)
          return
        }
        const document = (await answer.toArray()).join('')
        const { 'content-length': _length, 'transfer-encoding': _chunks, ...kept } = answer.headers
        to.writeHead(answer.statusCode as number, kept)
        to.end(document.replace(/<head[^>]*>/, '$&<script src="/complaints.js"></script>'))
      },
    )
    sent.on('error', () => to.destroy())
    // A browser that leaves a page ends its live connection.
    to.on('close', () => sent.destroy())
    from.pipe(sent)
  }
  const server = createServer(forward).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    address: `http://localhost:${port}`,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
